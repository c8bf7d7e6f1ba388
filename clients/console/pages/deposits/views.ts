import { stringifySearch, type SearchTexts } from '../../frame/search-texts.js';
import type { DepositsSearch } from './filters.js';

/** A view of the listing under a name: filters, order and columns. */
export interface View {
  readonly key: string;
  readonly search: DepositsSearch;
}

const DAY = 86_400_000;
const dayBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY).toISOString().slice(0, 10);

/** The views that everybody has. */
export const commonViews = (agent: string, now: Date): readonly View[] => [
  { key: 'inWork', search: {} },
  { key: 'mine', search: { 'created-by': agent } },
  { key: 'failed', search: { status: 'error', active: 'all' } },
  { key: 'infected', search: { infected: 'true' } },
  { key: 'untouched', search: { 'changed-before': dayBefore(now, 30) } },
  { key: 'all', search: { active: 'all' } },
];

const KEPT = 'muniment.deposit-views';

/** Views that were saved in this browser. */
export const savedViews = (): readonly View[] => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, DepositsSearch>;
    return Object.entries(kept).map(([key, search]) => ({ key, search }));
  } catch {
    return [];
  }
};

/** Saves a view under a name; without a search it is forgotten. */
export const saveView = (name: string, search: DepositsSearch | null): void => {
  const others = savedViews().filter(({ key }) => key !== name);
  const views = search === null ? others : [...others, { key: name, search }];
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(views.map((view) => [view.key, view.search]))));
};

const sorted = (search: SearchTexts<string>): string =>
  stringifySearch(Object.fromEntries(Object.entries(search).toSorted()));

/** Whether an address shows a view, on whatever page. */
export const shows = (search: DepositsSearch, view: View): boolean => {
  const { page: _page, ...shown } = search;
  return sorted(shown) === sorted(view.search);
};

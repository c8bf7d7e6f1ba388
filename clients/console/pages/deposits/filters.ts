import type { operations } from '../../../api/generated/preservation.js';
import { startOfDay } from '../../api/days.js';
import type { SearchTexts } from '../../frame/search-texts.js';

/** The filters of the listing (preservation 4.2.1, and those of a last run), by their names in the address. */
export const FILTERS = {
  status: 'status',
  'created-by': 'agent',
  'created-after': 'time',
  'created-before': 'time',
  'changed-by': 'agent',
  'changed-after': 'time',
  'changed-before': 'time',
  'preserved-by': 'agent',
  'preserved-after': 'time',
  'preserved-before': 'time',
  'exported-by': 'agent',
  'exported-after': 'time',
  'exported-before': 'time',
  group: 'path',
  under: 'path',
  active: 'active',
  archived: 'flag',
  running: 'flag',
  infected: 'flag',
  differing: 'flag',
  unrecorded: 'flag',
  unidentified: 'flag',
} as const;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];

export type DepositsSearch = SearchTexts<FilterName | 'view' | 'sort' | 'page' | 'size' | 'columns'>;
type Query = NonNullable<operations['listDeposits']['parameters']['query']>;

/** Times between two days: the filters of both, and the column that shows the time. */
export const SPANS = {
  created: { since: 'created-after', before: 'created-before', column: 'created' },
  changed: { since: 'changed-after', before: 'changed-before', column: 'lastModified' },
  preserved: { since: 'preserved-after', before: 'preserved-before', column: 'preserved' },
  exported: { since: 'exported-after', before: 'exported-before', column: 'exported' },
} as const satisfies Readonly<Record<string, { since: FilterName; before: FilterName; column: string }>>;
export type SpanName = keyof typeof SPANS;

/** The parameters of the interface for the filters that are a text there, too. */
const TEXTS = {
  'created-by': 'createdBy',
  'created-after': 'createdAfter',
  'created-before': 'createdBefore',
  'changed-by': 'lastModifiedBy',
  'changed-after': 'lastModifiedAfter',
  'changed-before': 'lastModifiedBefore',
  'preserved-by': 'preservedBy',
  'preserved-after': 'preservedAfter',
  'preserved-before': 'preservedBefore',
  'exported-by': 'exportedBy',
  'exported-after': 'exportedAfter',
  'exported-before': 'exportedBefore',
  status: 'status',
  group: 'archivalGroupPath',
  under: 'archivalGroupPathParent',
} as const satisfies Partial<Record<FilterName, keyof Query>>;

const FLAGS = [
  'archived',
  'running',
  'infected',
  'differing',
  'unrecorded',
  'unidentified',
] as const satisfies readonly (FilterName & keyof Query)[];

/** What the interface is asked for an address of the listing, without its page. Days are those of the reader's zone. */
export const listingQuery = (search: DepositsSearch): Query => {
  const texts = Object.entries(TEXTS).flatMap(([name, parameter]) => {
    const value = search[name as FilterName];
    if (value === undefined) return [];
    return [[parameter, FILTERS[name as FilterName] === 'time' ? startOfDay(value) : value] as const];
  });
  const flags = FLAGS.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name] === 'true'] as const]));
  const sort = search.sort ?? '-lastModified';
  return {
    ...(Object.fromEntries([...texts, ...flags]) as Query),
    ...(search.active === 'all' ? { showAll: true } : search.active === 'false' ? { active: false } : {}),
    orderBy: sort.replace(/^-/, ''),
    ascending: !sort.startsWith('-'),
  };
};

/** The filters that an address has. */
export const filtersIn = (search: DepositsSearch): readonly FilterName[] =>
  FILTER_NAMES.filter((name) => search[name] !== undefined);

/** The filters of an address alone. */
export const filterTexts = (search: DepositsSearch): SearchTexts<FilterName> =>
  Object.fromEntries(filtersIn(search).map((name) => [name, search[name]]));

import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the list beside the page shows. */
export type Listed = 'pages' | 'contents' | 'not-shown';

/** What the viewer shows; it is in the URL. */
export interface Place {
  /** The number of the canvas, from 1. */
  readonly page: number;
  /** Seconds in a film or a sound; null for its begin. */
  readonly t: number | null;
  readonly show: Listed;
}

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;

const LISTED: ReadonlySet<string> = new Set(['contents', 'not-shown']);

/** The place that the URL names, and how to go to another one. */
export const usePlace = () => {
  const search = useSearch({ strict: false }) satisfies Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const { page, t, show = '' } = search;
  const place: Place = {
    page: Math.max(1, Math.floor(numberOf(page) ?? 1)),
    t: numberOf(t),
    show: LISTED.has(show) ? (show as Listed) : 'pages',
  };
  const searchOf = (next: Partial<Place>): Record<string, string | undefined> => {
    const to = { ...place, ...('page' in next ? { t: null } : {}), ...next };
    return {
      ...search,
      page: to.page === 1 ? undefined : String(to.page),
      t: to.t === null ? undefined : String(to.t),
      show: to.show === 'pages' ? undefined : to.show,
    };
  };
  const go = (next: Partial<Place>): void =>
    void navigate({ to: '.', search: searchOf(next), replace: true, resetScroll: false });
  return { place, go, searchOf };
};

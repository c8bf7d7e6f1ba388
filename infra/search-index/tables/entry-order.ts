import { compareUtf8 } from '../../../formats/paths/utf8-order.js';
import type { IndexedText } from '../../../projections/search/substring-index.js';

/** Labels are all safe integers between these two, which are never given. */
export const LOWEST_LABEL = -(2 ** 52);
export const HIGHEST_LABEL = 2 ** 52;

const YEAR_2000 = Date.UTC(2000, 0, 1);
const LABELS_OF_A_MILLISECOND = 1024;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/;

/** What the order of entries depends on. */
export type OrderKey = Pick<IndexedText, 'created' | 'key'>;

/** Above zero where `a` comes before `b` in results: it is newer, or as old with a lower key. */
export const compareEntries = (a: OrderKey, b: OrderKey): number =>
  compareUtf8(a.created, b.created) || compareUtf8(b.key, a.key);

/**
 * The label that an entry of this time has where there is room. Throws RangeError for a text that is not a timestamp of
 * the platform (events/time.ts).
 */
export const labelFor = (created: string): number => {
  const ms = TIMESTAMP.test(created) ? Date.parse(`${created.slice(0, 23)}Z`) : NaN;
  if (Number.isNaN(ms)) throw new RangeError(`${JSON.stringify(created)} is not a timestamp with seven decimals`);
  return Math.min(HIGHEST_LABEL - 1, Math.max(LOWEST_LABEL + 1, (ms - YEAR_2000) * LABELS_OF_A_MILLISECOND));
};

import { compareUtf8 } from '../../../formats/paths/utf8-order.js';
import type { Moment } from './stored-text.js';

/** Labels are all safe integers between these two, which are never given. */
export const LOWEST_LABEL = -(2 ** 52);
export const HIGHEST_LABEL = 2 ** 52;

const YEAR_2000 = Date.UTC(2000, 0, 1);
const LABELS_OF_A_MILLISECOND = 1024;

/** What the order of entries depends on. */
export interface Ordered extends Moment {
  readonly key: string;
}

/** Above zero where `a` comes before `b` in results: it is newer, or as old with a lower key. */
export const compareEntries = (a: Ordered, b: Ordered): number =>
  a.ms - b.ms || a.ticks - b.ticks || compareUtf8(b.key, a.key);

/** The label that an entry of this time has where there is room. */
export const labelFor = ({ ms }: Moment): number =>
  Math.min(HIGHEST_LABEL - 1, Math.max(LOWEST_LABEL + 1, (ms - YEAR_2000) * LABELS_OF_A_MILLISECOND));

import { HIGHEST_LABEL } from '../tables/entry-order.js';
import type { NewEntry } from './new-entry.js';

type TimedEntry = Pick<NewEntry, 'created' | 'wanted'>;

/** Labels between two others, which are taken or out of bounds. */
export interface Gap {
  readonly above: number;
  readonly below: number;
}

/** Labels are left free between entries of one time, so that others fit in later; more would lengthen the index. */
const SPACING = 16;

export const roomIn = ({ above, below }: Gap): number => below - above - 1;

/**
 * Labels in a gap for entries that are in order, oldest first: close to the label of their time, at and below it. The gap
 * must have room for all of them.
 */
export const placeInGap = (entries: readonly TimedEntry[], gap: Gap): number[] => {
  const labels: number[] = [];
  let { above } = gap;
  for (let from = 0; from < entries.length;) {
    const to = endOfTime(entries, from);
    const below = gap.below - (entries.length - to);
    const placed = placeOneTime(to - from, entries[from]?.wanted ?? above, { above, below });
    for (const label of placed) labels.push(label);
    above = placed.at(-1) ?? above;
    from = to;
  }
  return labels;
};

/** Labels evenly over a gap. */
export const spreadInGap = (count: number, gap: Gap): number[] => {
  const step = Math.floor((gap.below - gap.above) / (count + 1));
  return Array.from({ length: count }, (_, index) => gap.above + (index + 1) * step);
};

/** The end of the entries that are of the same time as the one at `from`. */
const endOfTime = (entries: readonly TimedEntry[], from: number): number => {
  let to = from + 1;
  while (to < entries.length && entries[to]?.created === entries[from]?.created) to++;
  return to;
};

const placeOneTime = (count: number, wanted: number, gap: Gap): number[] => {
  const room = roomIn(gap);
  // Where the time's own label is below the gap, half of a gap that is not large is left free above.
  const least = gap.above + Math.max(count, Math.min(count * SPACING, Math.floor(room / 2)));
  const last = Math.min(gap.below - 1, Math.max(wanted, least));
  const spacing = Math.max(1, Math.min(SPACING, Math.floor((last - gap.above) / (count + 1))));
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * spacing);
};

/** A larger gap around one: twice as far in both directions each time it is asked for. */
export const widerGap = ({ above, below }: Gap, by: number, lowest: number): Gap => ({
  above: Math.max(lowest, above - by),
  below: Math.min(HIGHEST_LABEL, below + by),
});

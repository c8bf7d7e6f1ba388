import { afterPrefix } from '../../formats/paths/after-prefix.js';
import type { Leaf } from './deposit-counts.js';

/** A range of texts, such as times or ids. */
export interface TextRange {
  readonly atLeast?: string;
  readonly below?: string;
}

/** The range of a walk, and how many it skips from its beginning. */
export interface Start {
  readonly range: TextRange;
  readonly skip: number;
}

interface Leaves {
  /** The leaves of the first and of the last deposit of a page; the last is null beyond the end. */
  readonly first: Leaf;
  readonly last: Leaf | null;
  /** How many of the tree the walk has before the range. */
  readonly outside: number;
  readonly offset: number;
  readonly descending: boolean;
}

const millisecondsOf = (time: string): number => Date.parse(time.replace(/(\.\d{3})\d*/, '$1'));
const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '0000Z');
const HOUR_MS = 3_600_000;

/** The texts of a leaf: of ids, those with a prefix. */
export const idsOfLeaf = ({ prefix }: Leaf): TextRange => {
  const below = afterPrefix(prefix);
  return { atLeast: prefix, ...(below === null ? {} : { below }) };
};

/** The texts of a leaf: of times, those in an hour. */
export const timesOfLeaf = ({ prefix }: Leaf): TextRange => {
  const atLeast = `${prefix}:00:00.0000000Z`;
  return { atLeast, below: timeOf(millisecondsOf(atLeast) + HOUR_MS) };
};

/** The texts that two ranges share. */
export const shared = (one: TextRange, other: TextRange): TextRange => {
  const atLeast = [one.atLeast, other.atLeast]
    .filter((each) => each !== undefined)
    .sort()
    .at(-1);
  const below = [one.below, other.below].filter((each) => each !== undefined).sort()[0];
  return { ...(atLeast === undefined ? {} : { atLeast }), ...(below === undefined ? {} : { below }) };
};

/** The part of a range in which a page lies. */
export const startOf = (
  { first, last, outside, offset, descending }: Leaves,
  range: TextRange,
  textsOf: (leaf: Leaf) => TextRange,
): Start => {
  const begin = textsOf(first);
  const end = last === null ? {} : textsOf(last);
  const { atLeast } = descending ? end : begin;
  const { below } = descending ? begin : end;
  const leaves = { ...(atLeast === undefined ? {} : { atLeast }), ...(below === undefined ? {} : { below }) };
  const within = shared(range, leaves);
  const limit = descending ? 'below' : 'atLeast';
  const beginsWithRange = range[limit] !== undefined && within[limit] === range[limit];
  return { range: within, skip: beginsWithRange ? offset : outside + offset - first.before };
};

/** A skip of this size is not worth a search. */
const SHORT = 300;

/**
 * The same start of a walk through times, nearer to the page: found by counting in an index, each time in half of what
 * is left. The range must have both limits.
 */
export const nearer = async (
  { range, skip }: Start,
  descending: boolean,
  countIn: (range: TextRange) => Promise<number>,
): Promise<Start> => {
  let { atLeast = '', below = '' } = range;
  let left = skip;
  while (left > SHORT) {
    const middle = timeOf(Math.floor((millisecondsOf(atLeast) + millisecondsOf(below)) / 2));
    if (middle <= atLeast || middle >= below) break;
    const passed = await countIn(descending ? { atLeast: middle, below } : { atLeast, below: middle });
    const isPassed = passed <= left;
    if (isPassed) left -= passed;
    if (descending === isPassed) below = middle;
    else atLeast = middle;
  }
  return { range: descending ? { ...range, below } : { ...range, atLeast }, skip: left };
};

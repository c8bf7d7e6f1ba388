import type { Database } from '../../embedded/sqlite.js';
import { HIGHEST_LABEL } from './entry-order.js';
import type { LabelRange } from '../reading/matching-entries.js';
import { allRows } from './typed-rows.js';

/** A range of labels with the number of its entries; `version` is the sequence of the last change of an entry in it. */
export interface Block {
  /** Its lowest label; it ends where the next block begins. */
  readonly first: number;
  readonly entries: number;
  readonly version: number;
  /** The version in which its frequent parts were counted; null where they never were. */
  readonly partsVersion: number | null;
}

/** All blocks in the order of their labels. */
export const readBlocks = (database: Database): Block[] =>
  allRows(database.prepare('SELECT first, entries, version, parts_version AS partsVersion FROM blocks ORDER BY first'));

/** The labels of a block. */
export const rangeOf = (blocks: readonly { readonly first: number }[], index: number): LabelRange => ({
  from: blocks[index]?.first ?? HIGHEST_LABEL,
  to: blocks[index + 1]?.first ?? HIGHEST_LABEL,
});

/** The index of the block that a label is in. */
export const blockIndexOf = (blocks: readonly { readonly first: number }[], label: number): number => {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.first ?? HIGHEST_LABEL) <= label) low = middle;
    else high = middle - 1;
  }
  return low;
};

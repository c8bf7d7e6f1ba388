import type { IndexedText } from '../../projections/search/substring-index.js';
import type { ReadableIndex } from './index-feed.js';

/** The entry of a partition that has one at most; null without it. */
export const soleEntry = async (index: ReadableIndex, partition: string): Promise<IndexedText | null> => {
  let found: IndexedText | null = null;
  for await (const [entry] of index.partition(partition)) found ??= entry ?? null;
  return found;
};

import type { Database } from '../../embedded/sqlite.js';
import type { Block } from './blocks.js';
import { firstRow, onlyRow } from './typed-rows.js';

/** How many entries of a block match a needle, valid while the block has this version. */
export type BlockCounts = Map<number, { readonly version: number; readonly entries: number }>;

/** The counts of one needle as they are stored: first label, version and entries of each block. */
export interface KeptCounts {
  readonly needle: string;
  readonly counts: readonly (readonly [first: number, version: number, entries: number])[];
}

/** Needles whose counts are stored in the index, and as many in memory. */
const MOST_NEEDLES = 1_000;
/** Longer needles are not kept: nobody types them twice. */
const LONGEST_NEEDLE = 256;

/** The counts of needles that were searched before. */
export interface CountCache {
  of(needle: string): BlockCounts;
}

export const openCountCache = (database: Database): CountCache => {
  const read = database.prepare('SELECT counts FROM kept_counts WHERE needle = ?');
  const cached = new Map<string, BlockCounts>();
  const stored = (needle: string): BlockCounts => {
    const row = firstRow<{ counts: string }>(read, needle);
    const counts = row === undefined ? [] : (JSON.parse(row.counts) as KeptCounts['counts']);
    return new Map(counts.map(([first, version, entries]) => [first, { version, entries }]));
  };
  return {
    of(needle) {
      if (needle.length > LONGEST_NEEDLE) return new Map();
      const counts = cached.get(needle) ?? stored(needle);
      cached.delete(needle);
      cached.set(needle, counts);
      for (const oldest of cached.keys()) {
        if (cached.size <= MOST_NEEDLES) break;
        cached.delete(oldest);
      }
      return counts;
    },
  };
};

/** What is worth storing of counts: those of blocks as they are now. */
export const keptCounts = (needle: string, counts: BlockCounts, blocks: readonly Block[]): KeptCounts | null => {
  if (needle.length > LONGEST_NEEDLE) return null;
  const current = blocks.flatMap(({ first, version }) => {
    const count = counts.get(first);
    return count?.version === version ? [[first, version, count.entries] as const] : [];
  });
  return { needle, counts: current };
};

/** Stores counts, and forgets those that were stored longest ago; in a transaction of the writer. */
export const openCountStore = (database: Database): ((kept: KeptCounts) => void) => {
  const newest = database.prepare('SELECT coalesce(max(used), 0) + 1 AS used FROM kept_counts');
  const write = database.prepare('INSERT OR REPLACE INTO kept_counts (needle, used, counts) VALUES (?, ?, ?)');
  const forget = database.prepare('DELETE FROM kept_counts WHERE used <= ?');
  const beyond = database.prepare('SELECT used FROM kept_counts ORDER BY used DESC LIMIT 1 OFFSET ?');
  return ({ needle, counts }) => {
    const { used } = onlyRow<{ used: number }>(newest);
    write.run(needle, used, JSON.stringify(counts));
    const oldest = firstRow<{ used: number }>(beyond, MOST_NEEDLES);
    if (oldest !== undefined) forget.run(oldest.used);
  };
};

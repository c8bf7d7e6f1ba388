import type { Position } from '../../../events/envelope.js';
import { compareUtf8 } from '../../../formats/paths/utf8-order.js';
import type { IndexChange, IndexedText, SubstringIndex } from '../../../projections/search/substring-index.js';

/** An index that looks through all of its entries, with the changes that it was given. */
export interface MemoryIndex extends SubstringIndex {
  readonly entries: ReadonlyMap<string, IndexedText>;
  readonly applied: readonly IndexChange[];
  /** The partitions that were read. */
  readonly read: readonly string[];
  /** The texts of all entries that have one, in the order of their bytes. */
  texts(): string[];
}

export const memoryIndex = (): MemoryIndex => {
  const entries = new Map<string, IndexedText>();
  const applied: IndexChange[] = [];
  const read: string[] = [];
  let reached: Position | null = null;
  const matching = (needle: string): IndexedText[] =>
    needle === ''
      ? []
      : [...entries.values()]
          .filter(({ text }) => text.toLowerCase().includes(needle.toLowerCase()))
          .sort((one, other) => compareUtf8(other.created, one.created) || compareUtf8(one.key, other.key));
  return {
    entries,
    applied,
    read,
    texts: () => [...entries.values()].flatMap(({ text }) => text || []).sort(compareUtf8),
    position: () => Promise.resolve(reached),
    apply(change) {
      if (reached !== null && change.position <= reached) return Promise.resolve();
      for (const key of change.remove) entries.delete(key);
      for (const entry of change.put) entries.set(entry.key, entry);
      reached = change.position;
      applied.push(change);
      return Promise.resolve();
    },
    async *partition(name) {
      read.push(name);
      const own = [...entries.values()].filter((entry) => entry.partition === name);
      for (let at = 0; at < own.length; at += 100) {
        await Promise.resolve();
        yield own.slice(at, at + 100);
      }
    },
    search(needle, { page, pageSize }) {
      const found = matching(needle);
      return Promise.resolve({ total: found.length, entries: found.slice(page * pageSize, (page + 1) * pageSize) });
    },
    find({ text = '', sha256, since = '' }, { after, limit }) {
      const all = [...entries.values()].filter(
        ({ text: own, about }) =>
          own.toLowerCase().includes(text.toLowerCase()) &&
          (sha256 === undefined || about['sha256'] === sha256) &&
          (since === '' || (about as { lastModified?: string }).lastModified! >= since),
      );
      all.sort((one, other) => compareUtf8(other.created, one.created) || compareUtf8(one.key, other.key));
      const from = Number(after ?? 0);
      const next = from + limit < all.length ? String(from + limit) : null;
      return Promise.resolve({ entries: all.slice(from, from + limit), next });
    },
    close: () => Promise.resolve(),
  };
};

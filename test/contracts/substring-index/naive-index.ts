import { compareUtf8 } from '../../../formats/paths/utf8-order.js';
import type {
  SearchMatches,
  IndexChange,
  IndexedText,
  SearchPage,
} from '../../../projections/search/substring-index.js';

/** What a search index does, written as plainly as possible. */
export interface NaiveIndex {
  apply(change: IndexChange): void;
  search(needle: string, page: SearchPage): SearchMatches;
  partition(name: string): readonly IndexedText[];
}

const fold = (text: string): string =>
  Array.from(text, (each) => (each === 'ı' ? each : each.toLowerCase().toUpperCase().toLowerCase())).join('');

export const naiveIndex = (): NaiveIndex => {
  const entries = new Map<string, IndexedText>();
  return {
    apply({ put, remove }) {
      for (const key of remove) entries.delete(key);
      for (const entry of put) entries.set(entry.key, entry);
    },
    search(needle, { page, pageSize }) {
      const wanted = fold(needle);
      const matches = [...entries.values()].filter(({ text }) => wanted !== '' && fold(text).includes(wanted));
      matches.sort((a, b) => compareUtf8(b.created, a.created) || compareUtf8(a.key, b.key));
      return { total: matches.length, entries: matches.slice(page * pageSize, (page + 1) * pageSize) };
    },
    partition: (name) => [...entries.values()].filter(({ partition }) => partition === name),
  };
};

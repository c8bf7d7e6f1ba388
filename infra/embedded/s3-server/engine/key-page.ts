import type { PageQuery } from '../contract/object-engine.js';
import type { KeySeek } from '../layouts/layout.js';

export interface KeyPage {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  readonly next: string | null;
}

const rolledUp = (key: string, { prefix, delimiter }: PageQuery): string | null => {
  if (delimiter === undefined || delimiter === '') return null;
  const found = key.indexOf(delimiter, prefix.length);
  return found < 0 ? null : key.slice(0, found + delimiter.length);
};

const isWantedPrefix = (found: string, { prefix, delimiter = '', isWanted }: PageQuery): boolean =>
  isWanted === undefined || isWanted(found.slice(prefix.length, found.length - delimiter.length));

/** One page of keys of a walk; keys with a rolled-up prefix are skipped without being read. */
export const keyPage = async (
  walk: (seek: KeySeek) => AsyncIterable<string> | Iterable<string>,
  query: PageQuery,
): Promise<KeyPage> => {
  const keys: string[] = [];
  const prefixes: string[] = [];
  const after = query.after ?? null;
  const { isWanted } = query;
  const seek: KeySeek = { prefix: query.prefix, after, past: null, isWanted };
  let last: string | null = null;
  if (query.limit <= 0) return { keys, prefixes, next: null };
  for await (const key of walk(seek)) {
    const prefix = rolledUp(key, query);
    if (prefix !== null) seek.past = prefix;
    // A page that ended with a rolled-up prefix continues after all its keys.
    if (prefix !== null && (prefix === after || !isWantedPrefix(prefix, query))) continue;
    if (keys.length + prefixes.length === query.limit) return { keys, prefixes, next: last };
    if (prefix === null) keys.push(key);
    else prefixes.push(prefix);
    last = prefix ?? key;
  }
  return { keys, prefixes, next: null };
};

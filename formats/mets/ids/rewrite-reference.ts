import type { Reference } from './id-attributes.js';

/** The IDs of a document, and the new forms of some of them. */
export interface RewrittenIds {
  readonly ids: ReadonlySet<string>;
  readonly rewrites: ReadonlyMap<string, string>;
}

/** A value after its IDs were rewritten, and the unchanged parts of it that name no ID. */
interface RewrittenReference {
  readonly value: string;
  readonly unresolved: readonly string[];
}

/** Rewrites the IDs in a value. */
export const rewriteReference = (reference: Reference, value: string, known: RewrittenIds): RewrittenReference => {
  if (reference === 'several') return rewriteSeveral(value, known);
  if (reference === 'one') return known.ids.has(value) ? found(value, known) : { value, unresolved: [value] };
  const id = fragmentId(value.slice(1), known.ids);
  if (id === null) return { value, unresolved: [value.slice(1)] };
  const to = known.rewrites.get(id);
  return { value: to === undefined ? value : `#${to}`, unresolved: [] };
};

const found = (id: string, { rewrites }: RewrittenIds): RewrittenReference => ({
  value: rewrites.get(id) ?? id,
  unresolved: [],
});

/** Older IDs contain spaces, so a value may be one ID, several, or both (companion 7.4). */
const rewriteSeveral = (value: string, known: RewrittenIds): RewrittenReference => {
  const { ids, rewrites } = known;
  const tokens = value.split(/[ \t\r\n]+/).filter((token) => token !== '');
  const areIds = tokens.every((token) => ids.has(token));
  if (!areIds && ids.has(value)) return found(value, known);
  const unresolved: string[] = [];
  const written: string[] = [];
  let changed = false;
  for (let at = 0; at < tokens.length;) {
    const length = areIds ? 1 : longestId(tokens, at, ids);
    const id = tokens.slice(at, at + Math.max(length, 1)).join(' ');
    if (length === 0) unresolved.push(id);
    changed ||= rewrites.has(id);
    written.push(rewrites.get(id) ?? id);
    at += Math.max(length, 1);
  }
  return { value: changed ? written.join(' ') : value, unresolved };
};

/** How many of the tokens from here on make one ID, at most; 0 when none do. */
const longestId = (tokens: readonly string[], at: number, ids: ReadonlySet<string>): number => {
  for (let length = Math.min(tokens.length - at, MOST_TOKENS); length > 0; length--)
    if (ids.has(tokens.slice(at, at + length).join(' '))) return length;
  return 0;
};

/** No path has more words; without a limit, a hostile value would take very long. */
const MOST_TOKENS = 64;

const fragmentId = (fragment: string, ids: ReadonlySet<string>): string | null => {
  if (ids.has(fragment)) return fragment;
  try {
    const decoded = decodeURIComponent(fragment);
    return ids.has(decoded) ? decoded : null;
  } catch {
    return null;
  }
};

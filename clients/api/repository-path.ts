/**
 * Paths of the repository and the service's rules for names, so that a client can report an invalid name before it
 * uploads anything. The service checks all of this again.
 */

/** How `#` is written in URIs, since clients and proxies lose a bare or escaped one (companion 11.3). */
const HASH_TOKEN = '-_-percent-23-_-';
const MOST_SEGMENTS = 256;
const LONGEST_PATH = 4_096;
const LONGEST_SLUG = 2_000;
/** A reserved name in the root of the repository (companion 3.1). */
const RESERVED = 'repository';

const escapeName = (name: string): string =>
  encodeURIComponent(name)
    .replace(/[!'*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%23', HASH_TOKEN);

/** Escapes a path of names joined by `/` for a URI, after `/repository/`. */
export const escapePath = (path: string): string => path.split('/').map(escapeName).join('/');

const readName = (escaped: string): string => decodeURIComponent(escaped).replaceAll(HASH_TOKEN, '#');

/** The names of an escaped path, joined by `/`, without a leading slash. */
export const readPath = (escaped: string): string => escaped.replace(/^\//, '').split('/').map(readName).join('/');

/**
 * The slug for a typed name: characters that slugs cannot contain are escaped, and typed escapes are kept. `.`, `..`
 * and an empty name are not changed; `slugsViolation` refuses them.
 */
export const typedSlug = (typed: string): string =>
  typed.replace(/%(?![0-9A-Fa-f]{2})|[^0-9A-Za-z().\-_%]+/gu, escapeName);

/** Why a decoded name is not valid in a path; null when it is. */
const nameViolation = (name: string): string | null => {
  if (name === '') return 'A path segment is empty.';
  if (name === '.' || name === '..') return `'${name}' is not allowed as a path segment.`;
  if (name.includes('/')) return `'${name}' holds a slash inside a path segment.`;
  if (name.includes('\0')) return 'A path segment holds a NUL character.';
  if (name.includes(HASH_TOKEN)) return `'${name}' holds the reserved text ${HASH_TOKEN}.`;
  if (!name.isWellFormed()) return `'${name}' is not well-formed Unicode.`;
  return null;
};

/** Characters that XML 1.0 forbids, and so METS. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Why a file or folder with this name cannot be preserved; null when it can. */
export const fileNameViolation = (name: string): string | null => {
  const violation = nameViolation(name);
  if (violation !== null) return violation;
  const character = NOT_IN_XML.exec(name)?.[0];
  if (character === undefined) return null;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `the character U+${code} has no place in XML`;
};

const slugViolation = (slug: string): string | null => {
  if (slug.length === 0 || slug.length > LONGEST_SLUG)
    return `Invalid slug: '${slug.slice(0, 40)}'; a slug has 1 to ${LONGEST_SLUG} characters.`;
  const odd = [...new Set(slug.replace(/%[0-9A-Fa-f]{2}/g, '').match(/[^0-9A-Za-z().\-_]/gu) ?? [])];
  if (odd.length === 0) return null;
  const spaces = odd.includes(' ') ? ' Spaces are not allowed.' : '';
  return `Invalid slug: ${slug}; Character(s) ${odd.map((each) => `'${each}'`).join(', ')} are not allowed in slugs.${spaces}`;
};

const escapeViolation = (slug: string): string | null => {
  try {
    return nameViolation(readName(slug));
  } catch {
    return `'${slug.slice(0, 200)}' is not a valid percent-escaped UTF-8 path segment.`;
  }
};

const tooLong = (path: string): string =>
  `The path '${path.slice(0, 40)}…' is too long: one has ${MOST_SEGMENTS} segments and ${LONGEST_PATH} characters at most.`;

const firstViolation = (slugs: readonly string[], faultOf: (slug: string) => string | null): string | null =>
  slugs.map(faultOf).find((fault) => fault !== null) ?? null;

const wholeViolation = (slugs: readonly string[]): string | null => {
  const path = readPath(slugs.join('/'));
  if (path.length > LONGEST_PATH) return tooLong(path);
  return path === RESERVED || path.startsWith(`${RESERVED}/`)
    ? `Invalid slug: ${RESERVED}; it is reserved at the top of the repository.`
    : null;
};

/** Why escaped slugs cannot be the path of a new resource (preservation 2.2, companion 3.1); null when they can. */
export const slugsViolation = (slugs: readonly string[]): string | null =>
  firstViolation(slugs, slugViolation) ??
  (slugs.length > MOST_SEGMENTS ? tooLong(slugs.join('/')) : firstViolation(slugs, escapeViolation)) ??
  wholeViolation(slugs);

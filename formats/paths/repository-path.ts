/**
 * A path in the repository: its decoded segments joined by `/`, '' for the root. Case-sensitive and not normalised; no
 * segment is empty, `.` or `..`, or contains `/` or NUL (it may contain `#` and spaces). Facts and read models hold
 * this form; only gateways turn it into URIs.
 */
export type RepositoryPath = string;

/**
 * How `#` is written in URIs and storage-map keys, since clients and proxies lose a bare or escaped one (companion
 * 11.3).
 */
const HASH_TOKEN = '-_-percent-23-_-';

/** An invalid path, with a message for the caller. */
export class PathFault extends Error {
  override name = 'PathFault';
  readonly code: 'path-invalid' | 'path-too-long';
  constructor(message: string, code: PathFault['code'] = 'path-invalid') {
    super(message);
    this.code = code;
  }
}

const MOST_SEGMENTS = 256;
const LONGEST_PATH = 4_096;

const isTooLong = (path: string): boolean =>
  path.length > LONGEST_PATH ||
  (path.length >= MOST_SEGMENTS && path.split('/', MOST_SEGMENTS + 1).length > MOST_SEGMENTS);

const tooLong = (path: string): string =>
  `The path '${path.slice(0, 40)}…' is too long: one has ${MOST_SEGMENTS} segments and ${LONGEST_PATH} characters at most.`;

/**
 * Why a decoded path is too long, in segments or in characters (UTF-16 units); null when it is not. Some work grows
 * with the square of the segments, so every incoming path is checked.
 */
export const pathLengthViolation = (path: string): string | null => (isTooLong(path) ? tooLong(path) : null);

/** The given path. Throws PathFault `path-too-long`. */
export const requireLength = (path: string): string => {
  if (isTooLong(path)) throw new PathFault(tooLong(path), 'path-too-long');
  return path;
};

const decodeSegment = (raw: string): string => {
  let segment: string;
  try {
    segment = decodeURIComponent(raw);
  } catch {
    throw new PathFault(`'${raw.slice(0, 200)}' is not a valid percent-escaped UTF-8 path segment.`);
  }
  segment = segment.replaceAll(HASH_TOKEN, '#');
  const violation = nameViolation(segment);
  if (violation !== null) throw new PathFault(violation);
  return segment;
};

/** Why a decoded name is not a valid segment; null when it is. */
export const nameViolation = (name: string): string | null => {
  if (name === '') return 'A path segment is empty.';
  if (name === '.' || name === '..') return `'${name}' is not allowed as a path segment.`;
  if (name.includes('/')) return `'${name}' holds a slash inside a path segment.`;
  if (name.includes('\0')) return 'A path segment holds a NUL character.';
  if (name.includes(HASH_TOKEN)) return `'${name}' holds the reserved text ${HASH_TOKEN}.`;
  if (!name.isWellFormed()) return `'${name}' is not well-formed Unicode.`;
  return null;
};

/** Why a decoded path is not valid, for its length or its first invalid segment; null when it is. */
export const pathViolation = (path: string): string | null =>
  pathLengthViolation(path) ??
  path
    .split('/')
    .map(nameViolation)
    .find((fault) => fault !== null) ??
  null;

/**
 * Reads the escaped path of a URI, without the `/repository` before it; one leading and one trailing slash are allowed.
 * Throws PathFault.
 */
export const parsePath = (escaped: string): RepositoryPath => {
  const bare = escaped.replace(/^\//, '').replace(/\/$/, '');
  return bare === '' ? '' : requireLength(segmentsOf(bare).map(decodeSegment).join('/'));
};

/** The segments of an escaped path, still escaped. Throws PathFault `path-too-long` where there are too many. */
export const segmentsOf = (escaped: string): string[] => {
  const segments = escaped.split('/', MOST_SEGMENTS + 1);
  if (segments.length > MOST_SEGMENTS) throw new PathFault(tooLong(escaped), 'path-too-long');
  return segments;
};

/** Text that escaping leaves as it is, which is found out faster than it is escaped. */
const KEPT = /^[A-Za-z0-9._~()-]*$/;

/**
 * Escapes one segment of an id or of an S3 URI: characters of slugs are kept (preservation 2.2), and so is `~`, which
 * is unreserved in RFC 3986.
 */
export const escapeSegment = (segment: string): string =>
  KEPT.test(segment)
    ? segment
    : encodeURIComponent(segment).replace(
        /[!'*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      );

/** As `escapeSegment`, for a name in an id, where `#` becomes its token (companion 11.3). */
export const escapeName = (name: string): string => escapeSegment(name).replaceAll('%23', HASH_TOKEN);

/** The path as it is in a URI after `/repository/`; `parsePath` reverses it. */
export const escapePath = (path: RepositoryPath): string => path.split('/').map(escapeName).join('/');

/** The OCFL object id of an archival group (spaces and the like escaped, so that it is a URI). */
export const ocflId = (path: RepositoryPath): string => `info:repo/${escapePath(path)}`;

export const lastName = (path: RepositoryPath): string => path.slice(path.lastIndexOf('/') + 1);

/** The container of a path; the root's is null. */
export const parentOf = (path: RepositoryPath): RepositoryPath | null => {
  if (path === '') return null;
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
};

/** From the root's child down to the parent: `a/b/c` gives `a`, `a/b`. */
export const ancestorsOf = (path: RepositoryPath): RepositoryPath[] => {
  const ancestors: RepositoryPath[] = [];
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) ancestors.push(path.slice(0, end));
  return ancestors;
};

/** Whether `inner` is below `outer` (and not equal to it). */
export const isBelow = (inner: RepositoryPath, outer: RepositoryPath): boolean =>
  outer === '' ? inner !== '' : inner.startsWith(`${outer}/`);

/** Whether `inner` is `outer` or below it. */
export const isAtOrBelow = (inner: RepositoryPath, outer: RepositoryPath): boolean =>
  inner === outer || isBelow(inner, outer);

const RESERVED = 'repository';

/** Why a path cannot be that of a new resource: it is at or below the reserved name (companion 3.1); null otherwise. */
export const reservedNameViolation = (path: RepositoryPath): string | null =>
  path === RESERVED || path.startsWith(`${RESERVED}/`)
    ? `Invalid slug: ${RESERVED}; it is reserved at the top of the repository.`
    : null;

const LONGEST_SLUG = 2000;

/** Why a slug, escaped or not, is too short or too long (companion 3.1); null when it is not. */
export const slugLengthViolation = (slug: string): string | null =>
  slug.length === 0 || slug.length > LONGEST_SLUG
    ? `Invalid slug: '${slug.slice(0, 40)}'; a slug has 1 to ${LONGEST_SLUG} characters.`
    : null;

/**
 * Why an escaped segment is not a valid slug of a new repository resource (preservation 2.2, companion 3.1); null when
 * it is. The text is checked as received: escapes may stand for other characters.
 */
export const slugViolation = (escaped: string): string | null => {
  const length = slugLengthViolation(escaped);
  if (length !== null) return length;
  const odd = [...new Set(escaped.replace(/%[0-9A-Fa-f]{2}/g, '').match(/[^0-9A-Za-z().\-_]/gu) ?? [])];
  if (odd.length === 0) return null;
  const spaces = odd.includes(' ') ? ' Spaces are not allowed.' : '';
  return `Invalid slug: ${escaped}; Character(s) ${odd.map((each) => `'${each}'`).join(', ')} are not allowed in slugs.${spaces}`;
};

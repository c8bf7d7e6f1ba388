import type { Readable } from '../../xml/readable.js';
import { METS, XLINK } from '../elements/namespaces.js';

/** How the locations of files are read (companion 6.3, step 5). */
export interface LocationRules {
  /** Whether each location is a path, as in a METS that this platform writes, and not a URI reference. */
  readonly areLiteral: boolean;
  /** The files that there are, by their paths relative to the METS root; empty where they are not known. */
  readonly present: ReadonlySet<string>;
}

/** The first location of a mets:file as it is written; null where it has none. */
export const writtenLocation = <E extends Readable<E>>(file: E): string | null => {
  const [first] = file.elements(METS, 'FLocat');
  return (first && hrefOf(first)) ?? null;
};

/**
 * The path of a mets:file relative to the METS root; null where it has no location. The first location of a file that
 * there is counts, as a path or else as a URI reference; without any, the first that is no remote address.
 */
export const locationOf = <E extends Readable<E>>(file: E, { areLiteral, present }: LocationRules): string | null => {
  if (areLiteral) return writtenLocation(file);
  const locations = file.elements(METS, 'FLocat').filter((each) => hrefOf(each) !== null);
  for (const location of locations) {
    const href = hrefOf(location) ?? '';
    const found = [href, referredPath(href)].find((path) => path !== null && present.has(path));
    if (found !== undefined) return found;
  }
  const href = hrefOf(locations.find((each) => !isRemote(each)) ?? locations[0]);
  return href === null ? null : (referredPath(href) ?? href);
};

const hrefOf = (location: Pick<Readable<unknown>, 'attribute'> | undefined): string | null =>
  location?.attribute('href', XLINK) || null;

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Kinds of locations (METS, LOCTYPE) that are names in a system elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set(['ARK', 'URN', 'PURL', 'HANDLE', 'DOI']);

const isRemote = (location: Pick<Readable<unknown>, 'attribute'>): boolean =>
  ADDRESS.test(hrefOf(location) ?? '') || ELSEWHERE.has(location.attribute('LOCTYPE')?.toUpperCase() ?? '');

/**
 * The path that a relative URI reference means (RFC 3986, 2.1 and 5.2); null for an absolute one, for one that leaves
 * the METS root, and for a text that is no such reference.
 */
const referredPath = (href: string): string | null => {
  if (ADDRESS.test(href) || href.startsWith('/')) return null;
  const path: string[] = [];
  for (const written of href.split('/')) {
    const segment = decoded(written);
    if (segment === null || segment.includes('/')) return null;
    if (segment === '..' && path.pop() === undefined) return null;
    if (segment !== '.' && segment !== '..') path.push(segment);
  }
  return path.join('/');
};

const decoded = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
};

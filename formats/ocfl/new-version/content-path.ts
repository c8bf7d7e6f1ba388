import { PLATFORM_FOLDER } from '../platform-folder.js';
import type { VersionName } from '../version-name.js';

const LONGEST_SEGMENT = 255;
const LONGEST_KEY = 1024;

/** Where a version's content goes. */
export interface ContentPlace {
  readonly version: VersionName;
  /** The object's contentDirectory. */
  readonly directory: string;
  /**
   * Null for the first job that targets this version; a name unique to the job for later ones, after an abandoned job,
   * so that two jobs never share a key.
   */
  readonly jobToken: string | null;
  /** The key of the object root: its length counts towards that of the whole key. */
  readonly objectRoot: string;
}

/** The folder of all content of a version, relative to the object root. */
export const contentFolder = ({ version, directory, jobToken }: Omit<ContentPlace, 'objectRoot'>): string =>
  [version, directory, ...(jobToken === null ? [] : [jobToken])].join('/');

/**
 * The content path of new bytes whose first file is at `logicalPath`. Where that would not be a legal file name or key,
 * the path is made from the digest, in the platform folder.
 */
export const contentPath = (place: ContentPlace, logicalPath: string, sha256: string): string => {
  const base = contentFolder(place);
  const path = `${base}/${logicalPath}`;
  return fits(path, place.objectRoot) ? path : `${base}/${PLATFORM_FOLDER}/content/${sha256}`;
};

/** A UTF-16 unit takes three bytes at most, so most paths need no exact count. */
const fits = (path: string, objectRoot: string): boolean =>
  (3 * path.length <= LONGEST_SEGMENT && 3 * (objectRoot.length + 1 + path.length) <= LONGEST_KEY) ||
  fitsExactly(path, objectRoot);

const fitsExactly = (path: string, objectRoot: string): boolean =>
  Buffer.byteLength(`${objectRoot}/${path}`) <= LONGEST_KEY &&
  path.split('/').every((segment) => Buffer.byteLength(segment) <= LONGEST_SEGMENT);

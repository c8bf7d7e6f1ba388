import { compareUtf8, sortByUtf8 } from '../../paths/utf8-order.js';
import { contentFolder, contentPath, type ContentPlace } from './content-path.js';
import { inDigestOrder } from '../inventory/digest-map.js';
import { type DigestMap, type Inventory, type VersionUser, headNumber, versionOf } from '../inventory/inventory.js';
import { OcflFault } from '../ocfl-fault.js';
import { versionName, type VersionName } from '../version-name.js';
import { eachSliced, type SlicedWork } from '../../../flow/slices.js';
import { appendToList } from '../../../flow/append-to-list.js';

/** What a new version changes, by logical path; the caller has checked that the result is a legal state. */
export interface VersionChange {
  readonly objectId: string;
  /** Key of the object root; its length limits the content paths. */
  readonly objectRoot: string;
  /** See `contentPath`: null unless an earlier job for this version was abandoned. */
  readonly jobToken: string | null;
  readonly created: string;
  readonly user: VersionUser;
  readonly message: string;
  /** New and changed files, with the lower-case hex SHA-256 of their bytes. */
  readonly puts: ReadonlyMap<string, string>;
  readonly deletes: ReadonlySet<string>;
}

/** Content that the new version must add, since the object does not have it yet. */
export interface ContentFile {
  readonly sha256: string;
  /** Relative to the object root. */
  readonly contentPath: string;
  /** The first of the changed files with these bytes; its source is used for all. */
  readonly logicalPath: string;
}

export interface NextVersion {
  readonly version: VersionName;
  readonly inventory: Inventory;
  /** The folder of its content, relative to the object root. */
  readonly folder: string;
  /** In the order of their content paths' UTF-8 bytes; each digest once. */
  readonly content: readonly ContentFile[];
}

const NO_FILES: DigestMap = new Map();

/** The base of an object's first version. */
const NO_VERSION: Omit<Inventory, 'id' | 'digestAlgorithm'> = {
  type: 'https://ocfl.io/1.1/spec/#inventory',
  head: '',
  contentDirectory: null,
  manifest: NO_FILES,
  versions: new Map(),
  fixity: null,
};

/**
 * The inventory with a new version, and the content to write for it. The same base and change always give the same
 * result. Throws OcflFault (`object-unsupported`) when this platform cannot add a version to the base, and RangeError
 * when a file to delete is not in it.
 */
export function* nextVersion(base: Inventory | null, change: VersionChange): SlicedWork<NextVersion> {
  if (base !== null) requireExtensible(base, change.objectId);
  const { type, contentDirectory, fixity, ...earlier } = base ?? NO_VERSION;
  const version = versionName(headNumber(earlier) + 1);
  const before = base === null ? NO_FILES : versionOf(base, base.head).state;
  const puts = yield* putsByDigest(change.puts, earlier.manifest);
  const { objectRoot, jobToken } = change;
  const place = { version, directory: contentDirectory ?? 'content', jobToken, objectRoot };
  const content = yield* newContent(puts, (digest) => earlier.manifest.has(digest), place);
  const manifest = new Map(earlier.manifest);
  yield* eachSliced(content, (each) => manifest.set(each.sha256, [each.contentPath]));
  const { created, user, message } = change;
  const versions = new Map(earlier.versions);
  versions.set(version, {
    created,
    user,
    message,
    state: yield* inDigestOrder(yield* stateAfter(before, puts, change)),
  });
  return {
    version,
    folder: contentFolder(place),
    content,
    inventory: {
      id: change.objectId,
      type,
      digestAlgorithm: 'sha256',
      head: version,
      contentDirectory,
      manifest: yield* inDigestOrder(manifest),
      versions,
      fixity,
    },
  };
}

/** The content of `puts` that the object does not have. */
export function* newContent(
  puts: DigestMap,
  isHeld: (digest: string) => boolean,
  place: ContentPlace,
): SlicedWork<readonly ContentFile[]> {
  const content: ContentFile[] = [];
  yield* eachSliced(puts, ([sha256, [logicalPath]]) => {
    if (isHeld(sha256) || logicalPath === undefined) return;
    content.push({ sha256, logicalPath, contentPath: contentPath(place, logicalPath, sha256) });
  });
  return sortByUtf8(content, (each) => each.contentPath);
}

const requireExtensible = (base: Inventory, objectId: string): void => {
  if (base.id !== objectId)
    throw new OcflFault('object-unsupported', `The object's id is ${base.id}, not ${objectId}.`);
  if (base.digestAlgorithm !== 'sha256')
    throw new OcflFault('object-unsupported', `${objectId} uses ${base.digestAlgorithm}; only sha256 can be extended.`);
  if (base.head !== versionName(headNumber(base)))
    throw new OcflFault('object-unsupported', `${objectId} has zero-padded version names, which cannot be extended.`);
};

/** Sorted paths by digest; a digest that the manifest has in upper case keeps that form, as OCFL requires. */
export function* putsByDigest(
  puts: ReadonlyMap<string, string>,
  manifest: DigestMap = NO_FILES,
): SlicedWork<Map<string, string[]>> {
  const paths = new Map<string, string[]>();
  yield* eachSliced(puts, ([path, sha256]) => {
    const upper = sha256.toUpperCase();
    appendToList(paths, manifest.has(upper) ? upper : sha256, path);
  });
  yield* eachSliced(paths.values(), (each) => {
    if (each.length > 1) each.sort(compareUtf8);
  });
  return paths;
}

function* stateAfter(before: DigestMap, puts: DigestMap, change: VersionChange): SlicedWork<DigestMap> {
  const missing = new Set(change.deletes);
  const state = new Map<string, readonly string[]>();
  yield* eachSliced(before, ([digest, paths]) => {
    const kept = paths.some((path) => change.puts.has(path) || missing.has(path))
      ? paths.filter((path) => !missing.delete(path) && !change.puts.has(path))
      : paths;
    if (kept.length > 0) state.set(digest, kept);
  });
  const [absent] = missing;
  if (absent !== undefined) throw new RangeError(`${change.objectId} has no file '${absent}' to delete.`);
  yield* eachSliced(puts, ([digest, paths]) => {
    const kept = state.get(digest);
    state.set(digest, kept === undefined ? paths : [...kept, ...paths].sort(compareUtf8));
  });
  return state;
}

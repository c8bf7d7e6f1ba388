import { escapeSegment } from '../paths/repository-path.js';
import { contentPathOf, versionOf, type Inventory, type InventoryHistory } from '../ocfl/inventory/inventory.js';
import type { ManifestLines } from '../ocfl/inventory/manifest-lines.js';
import type { ObjectPlace } from '../ocfl/object-place.js';
import { isPlatformPath } from '../ocfl/platform-folder.js';
import { mementoStamp } from '../ocfl/version-time.js';
import { sortByUtf8 } from '../paths/utf8-order.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import type { GroupState } from './group-state.js';

export interface StorageMapEntry {
  readonly hash: string;
  /** Key relative to the object root, verbatim; it begins with the version that first wrote the bytes. */
  readonly fullPath: string;
}

/** The parts of a storage map that come from the inventory (storage service 2.2, companion 2.5). */
export interface StorageMapContent {
  /** By storage-map key (`storageMapKey`), in the order of the paths' UTF-8 bytes. */
  readonly files: ReadonlyMap<string, StorageMapEntry>;
  /** Content path by digest, for the digests in `files`. */
  readonly hashes: ReadonlyMap<string, string>;
}

export interface VersionLabel {
  readonly mementoTimestamp: string;
  readonly mementoDateTime: string;
  readonly ocflVersion: string;
}

/** The version object of a version (preservation 2.4). */
export const versionLabel = (inventory: InventoryHistory, version: string): VersionLabel => {
  const { created } = versionOf(inventory, version);
  return { mementoTimestamp: mementoStamp(created), mementoDateTime: created, ocflVersion: version };
};

/** Every version object, oldest first. */
export const versionLabels = (inventory: InventoryHistory): VersionLabel[] =>
  [...inventory.versions.keys()].map((version) => versionLabel(inventory, version));

/** The key of a logical path in a storage map: `#` is written as a token (companion 11.3). */
export const storageMapKey = (logicalPath: string): string =>
  logicalPath.includes('#') ? logicalPath.replaceAll('#', '-_-percent-23-_-') : logicalPath;

/** The preserved files of a version with their content paths, without the platform's own files. */
export function* storageMapContent(inventory: Inventory, version: string): SlicedWork<StorageMapContent> {
  const found: [string, StorageMapEntry][] = [];
  const hashes = new Map<string, string>();
  yield* eachSliced(versionOf(inventory, version).state, ([digest, paths]) => {
    const preserved = paths.filter((path) => !isPlatformPath(path));
    const fullPath = contentPathOf(inventory.manifest, digest);
    if (preserved.length === 0 || fullPath === null) return;
    const entry = { hash: digest.toLowerCase(), fullPath };
    hashes.set(entry.hash, fullPath);
    for (const path of preserved) found.push([path, entry]);
  });
  const files = new Map<string, StorageMapEntry>();
  sortByUtf8(found, ([path]) => path);
  yield* eachSliced(found, ([path, entry]) => files.set(storageMapKey(path), entry));
  return { files, hashes };
}

/** The S3 URI of an object root or, with a content path, of a file in it; each segment percent-encoded. */
export const originUri = (bucket: string, root: string, contentPath?: string): string => {
  const key = contentPath === undefined ? root : `${root}/${contentPath}`;
  return `s3://${bucket}/${key.split('/').map(escapeSegment).join('/')}`;
};

/** The files of a version with their content paths, found when they are needed. */
export interface StoredFiles {
  /** By logical path; null where the version does not have it. */
  find(logicalPath: string): StorageMapEntry | null;
  /** The entries of `StorageMapContent`. */
  files(): Iterable<readonly [string, StorageMapEntry]>;
  hashes(): Iterable<readonly [string, string]>;
}

export const storedIn = ({ files, hashes }: StorageMapContent): StoredFiles => ({
  find: (logicalPath) => files.get(storageMapKey(logicalPath)) ?? null,
  files: () => files,
  hashes: () => hashes,
});

/** Of a state whose binaries are in the order of their paths, with the content paths in a manifest. */
export const storedFiles = (
  { binaries }: Pick<GroupState, 'binaries'>,
  manifest: Pick<ManifestLines, 'paths'>,
): StoredFiles => {
  const digests = new Set<string>();
  for (const { sha256 } of binaries.values()) if (sha256 !== null) digests.add(sha256);
  const contentPaths = manifest.paths(digests);
  const entryOf = (hash: string | null | undefined): StorageMapEntry | null => {
    const fullPath = typeof hash === 'string' ? contentPaths.get(hash) : undefined;
    return typeof hash === 'string' && fullPath !== undefined ? { hash, fullPath } : null;
  };
  return {
    find: (logicalPath) => entryOf(binaries.get(logicalPath)?.sha256),
    *files() {
      for (const { path, sha256 } of binaries.values()) {
        const entry = entryOf(sha256);
        if (entry !== null) yield [storageMapKey(path), entry];
      }
    },
    *hashes() {
      const given = new Set<string>();
      for (const { sha256 } of binaries.values()) {
        const entry = entryOf(sha256);
        if (entry === null || given.has(entry.hash)) continue;
        given.add(entry.hash);
        yield [entry.hash, entry.fullPath];
      }
    },
  };
};

/** The S3 URI of a preserved file by its logical path; undefined where it is not there. */
export const originIn = (
  stored: Pick<StoredFiles, 'find'>,
  { bucket, root }: ObjectPlace,
  logicalPath: string,
): string | undefined => {
  const entry = stored.find(logicalPath);
  return entry === null ? undefined : originUri(bucket, root, entry.fullPath);
};

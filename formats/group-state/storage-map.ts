import { escapeSegment } from '../paths/repository-path.js';
import { contentPathOf, versionOf, type Inventory } from '../ocfl/inventory/inventory.js';
import type { ObjectPlace } from '../ocfl/object-place.js';
import { isPlatformPath } from '../ocfl/platform-folder.js';
import { mementoStamp } from '../ocfl/version-time.js';
import { sortSliced } from '../paths/utf8-order.js';
import { eachSliced, type Sliced } from '../../flow/slices.js';

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
export const versionLabel = (inventory: Inventory, version: string): VersionLabel => {
  const { created } = versionOf(inventory, version);
  return { mementoTimestamp: mementoStamp(created), mementoDateTime: created, ocflVersion: version };
};

/** Every version object, oldest first. */
export const versionLabels = (inventory: Inventory): VersionLabel[] =>
  [...inventory.versions.keys()].map((version) => versionLabel(inventory, version));

/** The key of a logical path in a storage map: `#` is written as a token (companion 11.3). */
export const storageMapKey = (logicalPath: string): string => logicalPath.replaceAll('#', '-_-percent-23-_-');

/** The preserved files of a version with their content paths, without the platform's own files. */
export function* storageMapContent(inventory: Inventory, version: string): Sliced<StorageMapContent> {
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
  const sorted = yield* sortSliced(found, ([path]) => path);
  yield* eachSliced(sorted, ([path, entry]) => files.set(storageMapKey(path), entry));
  return { files, hashes };
}

/** The S3 URI of an object root or, with a content path, of a file in it; each segment percent-encoded. */
export const originUri = (bucket: string, root: string, contentPath?: string): string => {
  const key = contentPath === undefined ? root : `${root}/${contentPath}`;
  return `s3://${bucket}/${key.split('/').map(escapeSegment).join('/')}`;
};

/** The S3 URI of a preserved file by its logical path; undefined where the map does not have it. */
export const originIn = (
  { files }: StorageMapContent,
  { bucket, root }: ObjectPlace,
  logicalPath: string,
): string | undefined => {
  const stored = files.get(storageMapKey(logicalPath));
  return stored === undefined ? undefined : originUri(bucket, root, stored.fullPath);
};

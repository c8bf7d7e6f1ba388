import type { VersionOfGroup } from '../reads/read-version.js';
import type { ByteStore, ListedObject } from '../../formats/bytes.js';
import { contentPathOf } from '../../formats/ocfl/inventory/inventory.js';
import { eachSliced, mapSliced, type SlicedWork } from '../../flow/slices.js';

/** What a store says of a key. */
export type StoredContent = Pick<ListedObject, 'etag' | 'size'>;

/** A preserved file of the version to export. */
export interface FileToExport {
  /** Path within the group, which is recreated below the destination. */
  readonly path: string;
  /** Lower-case hex, as the inventory has it; null where the object gives none. */
  readonly sha256: string | null;
  readonly contentType: string | null;
  /** When the file was last changed before its upload; null where that was not recorded. */
  readonly fileModified: Date | null;
  /** Key of its bytes; null where the inventory has no content for the file. */
  readonly key: string | null;
}

/** The ETag and size of every object below a prefix, by key. */
export const listedBelow = async (
  bytes: ByteStore,
  bucket: string,
  prefix: string,
): Promise<ReadonlyMap<string, StoredContent>> => {
  const listed = new Map<string, StoredContent>();
  for await (const { key, etag, size } of bytes.list(bucket, prefix)) listed.set(key, { etag, size });
  return listed;
};

/** The key of the bytes of each digest. */
function* keysByDigest({ inventory, place }: VersionOfGroup): SlicedWork<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  yield* eachSliced(inventory.manifest, ([digest]) => {
    const contentPath = contentPathOf(inventory.manifest, digest);
    if (contentPath !== null) keys.set(digest.toLowerCase(), `${place.root}/${contentPath}`);
  });
  return keys;
}

/** The preserved files of a version, in the order of their paths. */
export function* filesToExport(version: VersionOfGroup): SlicedWork<readonly FileToExport[]> {
  const keys = yield* keysByDigest(version);
  return yield* mapSliced(version.state.binaries, ([path, { sha256, contentType, fileModified }]) => ({
    path,
    sha256,
    contentType,
    fileModified: fileModified === undefined ? null : new Date(fileModified),
    key: sha256 === null ? null : (keys.get(sha256) ?? null),
  }));
}

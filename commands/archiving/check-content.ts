import { forEachConcurrently } from '../../flow/concurrently.js';
import type { ByteStore } from '../../formats/bytes.js';
import { contentPathOf } from '../../formats/ocfl/inventory/inventory.js';
import type { FailureList } from './failure-list.js';
import type { PreservedVersion } from './preserved-version.js';

/** A file of a deposit whose content must be in the object. */
export interface NeededContent {
  /** For messages. */
  readonly path: string;
  /** As the inventory writes it. */
  readonly digest: string;
  /** In bytes; null where nothing gives it. */
  readonly size: number | null;
}

/** How many HEAD requests run concurrently. */
const CONCURRENT_LOOKUPS = 32;

/** Looks up the content of each file in the object: it must be there, with its size and, where known, its digest. */
export const checkContent = async (
  bytes: ByteStore,
  { place, manifest, label }: PreservedVersion,
  {
    needed,
    failures,
    signal,
  }: {
    readonly needed: readonly NeededContent[];
    readonly failures: FailureList;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<void> => {
  const byDigest = new Map<string, NeededContent[]>();
  for (const each of needed) {
    const same = byDigest.get(each.digest);
    if (same === undefined) byDigest.set(each.digest, [each]);
    else same.push(each);
  }
  await forEachConcurrently(byDigest, { width: CONCURRENT_LOOKUPS, signal }, async ([digest, files]) => {
    const contentPath = contentPathOf(manifest, digest);
    const info =
      contentPath === null ? null : await bytes.head({ bucket: place.bucket, key: `${place.root}/${contentPath}` });
    for (const { path, size } of files) {
      if (info === null)
        failures.add(path, `The repository does not hold the content of the file, which ${label} names.`);
      else if (size !== null && size !== info.size)
        failures.add(path, `The content in the repository has ${info.size} bytes, and the file has ${size}.`);
      else if (info.sha256 !== null && info.sha256 !== digest.toLowerCase())
        failures.add(path, 'The content in the repository has another digest than its inventory gives.');
    }
  });
};

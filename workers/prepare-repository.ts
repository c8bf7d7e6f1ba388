import type { Dependencies } from '../commands/core/dependencies.js';
import { conditionHeld } from '../formats/bytes.js';
import { readWhole } from '../formats/read-whole.js';
import { storageRootFiles } from '../formats/ocfl/storage-root/storage-root.js';

/** The repository's prefix holds files of something other than a storage root of this platform. */
export class RepositoryUnusable extends Error {
  override name = 'RepositoryUnusable';
  readonly code = 'repository-unusable';
}

/**
 * Creates the OCFL storage root of the repository unless it exists; may be called at every start. Rejects with
 * RepositoryUnusable when its files are not those of this platform, and with ByteStoreFault.
 */
export const prepareRepository = async ({ bytes, places }: Pick<Dependencies, 'bytes' | 'places'>): Promise<void> => {
  const { bucket, prefix } = places.repository;
  // The declaration makes it a storage root, so it is written last.
  for (const { key, content } of storageRootFiles(prefix).toReversed()) {
    const body = Buffer.from(content);
    const at = { bucket, key };
    if (await conditionHeld(bytes.put(at, body, { contentType: 'text/plain', onlyIf: 'absent' }))) continue;
    const there = await readWhole(bytes, at);
    if (!there.bytes.equals(body))
      throw new RepositoryUnusable(`${key} in ${bucket} is not that of a storage root that this platform writes.`);
  }
};

import type { Services } from '../commands/core/services.js';
import { conditionHeld } from '../formats/bytes.js';
import { readWhole } from '../formats/read-whole.js';
import { storageRootFiles } from '../formats/ocfl/storage-root/storage-root.js';

/** The place of the repository holds something else than a storage root of this platform. */
export class RepositoryUnusable extends Error {
  override name = 'RepositoryUnusable';
  readonly code = 'repository-unusable';
}

/**
 * Makes the place of the repository an OCFL storage root where it is none yet; may be called at every start. Rejects
 * with RepositoryUnusable when what is there is not this platform's, and with ByteStoreFault.
 */
export const prepareRepository = async ({ bytes, places }: Pick<Services, 'bytes' | 'places'>): Promise<void> => {
  const { bucket, prefix } = places.repository;
  // The declaration is what makes it a root, so it comes last.
  for (const { key, content } of storageRootFiles(prefix).toReversed()) {
    const body = Buffer.from(content);
    const at = { bucket, key };
    if (await conditionHeld(bytes.put(at, body, { contentType: 'text/plain', onlyIf: 'absent' }))) continue;
    const there = await readWhole(bytes, at);
    if (!there.bytes.equals(body))
      throw new RepositoryUnusable(`${key} in ${bucket} is not that of a storage root that this platform writes.`);
  }
};

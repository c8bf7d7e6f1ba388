import { ByteStoreFault } from '../../formats/bytes.js';
import type { StorageRootReader } from '../../formats/ocfl/storage-root/storage-root-reader.js';
import { filesOnDisk } from './s3-server/plain-files.js';
import type { ObjectEngine } from './s3-server/s3-server.js';

/**
 * Reads the storage root in a bucket of plain files below `root` from the disk, with links and empty folders. Only the
 * SHA-256 that the store keeps of a file comes from the engine.
 */
export const plainRootReader = (
  engine: Pick<ObjectEngine, 'head'>,
  bucket: string,
  root: string,
): StorageRootReader => ({
  ...filesOnDisk(root),
  async storedSha256(key) {
    const object = await engine.head({ bucket, key });
    if (object === null) throw new ByteStoreFault('object-not-found', `there is no file ${key}`);
    return object.sha256;
  },
});

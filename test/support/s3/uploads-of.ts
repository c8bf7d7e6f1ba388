import { Readable } from 'node:stream';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { NO_ATTRIBUTES } from '../../../infra/embedded/s3-server/contract/object-record.js';
import type { ByteStoreUnderTest } from '../../contracts/byte-store/store-in-test.js';

/** Multipart uploads as the engine behind a store has them. */
export const uploadsOf = (engine: ObjectEngine): Pick<ByteStoreUnderTest, 'beginUpload' | 'uploads'> => ({
  async beginUpload(at) {
    const options = { attributes: NO_ATTRIBUTES, algorithm: null, checksumType: null };
    const { uploadId } = await engine.beginUpload(at, options);
    await engine.putPart(uploadId, 1, await engine.stage(at.bucket, Readable.from([Buffer.from('a part')]), []));
  },
  uploads: async (bucket) => (await engine.uploads(bucket, '')).map(({ key }) => key),
});

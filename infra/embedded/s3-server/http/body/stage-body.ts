import type { ChecksumAlgorithm, StagedBytes } from '../../contract/object-engine.js';
import type { BucketRequest } from '../s3-request.js';
import { openPayload } from './payload.js';

/** Stages a body and verifies it against the declared digests; a failed one leaves nothing behind. */
export const stageBody = async (
  request: BucketRequest,
  wanted: ChecksumAlgorithm | null = null,
): Promise<{ readonly staged: StagedBytes; readonly algorithm: ChecksumAlgorithm | null }> => {
  const payload = openPayload(request);
  const algorithms = [...new Set([payload.algorithm, wanted])].filter((each) => each !== null);
  const staged = await request.engine.stage(request.bucket, payload.bytes, algorithms);
  try {
    payload.verify({ md5: staged.etag, checksums: staged.checksums });
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return { staged, algorithm: payload.algorithm };
};

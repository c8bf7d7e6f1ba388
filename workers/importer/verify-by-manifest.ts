import { digestsOf } from '../../formats/bagit/algorithms.js';
import { otherDigest } from '../../formats/bagit/claims.js';
import { pathIn, type Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';
import { atOrigin, type PinnedPut } from './origin.js';

/**
 * Reads a file of a bag at its origin where its manifest has another digest for it than SHA-256, which the store
 * computes (companion 9.9). Throws JobFailure where it is not the one that the manifest has.
 */
export const verifyByManifest = async (
  { dependencies, group, step }: Attempt,
  { path, origin, manifestDigest }: PinnedPut,
): Promise<void> => {
  if (manifestDigest === undefined) return;
  const name = pathIn(group, path);
  const {
    digests: [found = ''],
  } = await step('verify-by-manifest', async () => {
    const { stream } = await dependencies.bytes.get(origin, { etag: origin.etag });
    return digestsOf(stream as AsyncIterable<Uint8Array>, [manifestDigest.algorithm]);
  }).catch((error: unknown) => {
    throw atOrigin(error, name, origin);
  });
  if (found !== manifestDigest.digest) throw new JobFailure(name, otherDigest(name, manifestDigest, found));
};

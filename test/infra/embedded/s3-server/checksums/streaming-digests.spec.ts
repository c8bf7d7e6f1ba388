import { expect } from 'chai';
import fc from 'fast-check';
import { streamingDigest } from '../../../../../infra/embedded/s3-server/checksums/streaming-digests.js';

/** The check values that the catalogues of these algorithms give for the text 123456789. */
const CHECKS = {
  CRC32: 'cbf43926',
  CRC32C: 'e3069283',
  CRC64NVME: 'ae8b14860a799888',
  SHA1: 'f7c3bc1d808e04732adf679965ccc34ca7ae3441',
  SHA256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
  MD5: '25f9e794323b453885f5181f1b624d0b',
} as const;

describe('streaming digests', () => {
  for (const [name, check] of Object.entries(CHECKS)) {
    const algorithm = name as keyof typeof CHECKS;
    it(`of ${algorithm} give the published check value, however the bytes are cut`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), (one, two) => {
          const [first, second] = [Math.min(one, two), Math.max(one, two)];
          const bytes = Buffer.from('123456789');
          const digest = streamingDigest(algorithm);
          for (const piece of [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)])
            digest.update(piece);
          expect(digest.digest().toString('hex')).to.equal(check);
        }),
      );
    });
  }
});

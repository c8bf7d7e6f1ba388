import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ChecksumAlgorithm } from '../contract/object-engine.js';
import { crc32c } from './crc32c.js';
import { crc64nvme } from './crc64nvme.js';

/** A digest of bytes that come in pieces. Call `digest` once, at the end. */
export interface StreamingDigest {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

const crcOf32Bits = (step: (bytes: Uint8Array, before: number) => number): StreamingDigest => {
  let value = 0;
  return {
    update: (bytes) => {
      value = step(bytes, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
};

const hash = (name: string): StreamingDigest => {
  const digest = createHash(name);
  return { update: (bytes) => digest.update(bytes), digest: () => digest.digest() };
};

const MAKERS: Readonly<Record<ChecksumAlgorithm | 'MD5', () => StreamingDigest>> = {
  MD5: () => hash('md5'),
  SHA1: () => hash('sha1'),
  SHA256: () => hash('sha256'),
  CRC32: () => crcOf32Bits(crc32),
  CRC32C: () => crcOf32Bits(crc32c),
  CRC64NVME: crc64nvme,
};

/** A fresh digest of the algorithm. */
export const streamingDigest = (algorithm: ChecksumAlgorithm | 'MD5'): StreamingDigest => MAKERS[algorithm]();

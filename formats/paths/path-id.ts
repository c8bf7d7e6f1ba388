import { createHash } from 'node:crypto';
import type { RepositoryPath } from './repository-path.js';

/** The stable id of a path in stream names: the lower-case base32 of its SHA-256. */
export const pathId = (path: RepositoryPath): string => base32(createHash('sha256').update(path, 'utf8').digest());

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const base32 = (bytes: Buffer): string => {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET.charAt((value << (5 - bits)) & 31) : text;
};

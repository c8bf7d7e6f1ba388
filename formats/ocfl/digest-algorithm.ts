import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';

const NAMES = new Map([
  ['md5', 'md5'],
  ['sha1', 'sha1'],
  ['sha256', 'sha256'],
  ['sha512', 'sha512'],
  ['sha512/256', 'sha512-256'],
  ['blake2b-512', 'blake2b512'],
]);

/** A hash for one of OCFL's algorithm names; null for an unsupported one, which OCFL allows to ignore. */
export const hashFor = (algorithm: string): Hash | null => {
  const name = NAMES.get(algorithm);
  return name === undefined ? null : createHash(name);
};

import { createHash } from 'node:crypto';

/**
 * The checksum that S3 has for an object of parts: the SHA-256 of their SHA-256s, in base64, and their number. `parts` are
 * in hex, in order.
 */
export const compositeSha256 = (parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const each of parts) hash.update(Buffer.from(each, 'hex'));
  return `${hash.digest('base64')}-${parts.length}`;
};

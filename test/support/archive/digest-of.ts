import { createHash } from 'node:crypto';
import type { Digest } from '../../../clients/archive/archive.js';

/** The digest of some content, without the code that is tested. */
export const digestOf = (algorithm: Digest['algorithm'], content: string): Digest => ({
  algorithm,
  value: createHash(algorithm).update(content).digest('hex'),
});

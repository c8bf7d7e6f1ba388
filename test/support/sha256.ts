import { createHash } from 'node:crypto';

/** The SHA-256 of some content, in lower-case hex, without the code that is tested. */
export const sha256Of = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

import { createHash } from 'node:crypto';
import { S3Error } from '../s3-error.js';
import type { RequestSignature } from './request-signature.js';
import { hmac, sameSignature } from './signing-key.js';

/** Verifies the signatures of a body's chunks; each includes the previous one, the first that of the request. */
export interface ChunkSignatures {
  /** `digest` is the SHA-256 of the chunk's bytes in hex. Throws SignatureDoesNotMatch. */
  checkChunk(digest: string, signature: string): void;
  /** `trailers` are the trailing headers as `name:value` lines, each ended by a line feed. */
  checkTrailers(trailers: string, signature: string): void;
}

const emptyDigest = createHash('sha256').digest('hex');

export const chunkSignatures = (key: Buffer, requestSignature: RequestSignature): ChunkSignatures => {
  let previous = requestSignature.signature;
  const check = (words: readonly string[], signature: string): void => {
    const [kind = '', ...digests] = words;
    const wanted = hmac(
      key,
      [kind, requestSignature.timestamp, requestSignature.scope.text, previous, ...digests].join('\n'),
    );
    if (!sameSignature(wanted, signature)) {
      throw new S3Error('SignatureDoesNotMatch', 'The signature of a chunk of the body is wrong.');
    }
    previous = signature;
  };
  return {
    checkChunk: (digest, signature) => check(['AWS4-HMAC-SHA256-PAYLOAD', emptyDigest, digest], signature),
    checkTrailers: (trailers, signature) =>
      check(['AWS4-HMAC-SHA256-TRAILER', createHash('sha256').update(trailers).digest('hex')], signature),
  };
};

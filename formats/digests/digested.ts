import { createHash, type Hash } from 'node:crypto';
import { Transform } from 'node:stream';

/** How many bytes there were, and their SHA-256 in lower-case hex. */
export interface SizeAndDigest {
  readonly size: number;
  readonly sha256: string;
}

export const digestBytes = (bytes: Uint8Array | string): SizeAndDigest => ({
  size: Buffer.byteLength(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Reads a stream to its end without keeping it in memory. */
export const digestStream = async (chunks: AsyncIterable<Uint8Array>): Promise<SizeAndDigest> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: hash.digest('hex') };
};

/** The same bytes; updates the hash with them. */
export async function* hashedInto(hash: Hash, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * A stream that passes its bytes on unchanged, and counts and digests them. `digested` may be called once, after the
 * stream has ended.
 */
export const digestTransform = (): { readonly through: Transform; readonly digested: () => SizeAndDigest } => {
  const hash = createHash('sha256');
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      size += chunk.byteLength;
      callback(null, chunk);
    },
  });
  return { through, digested: () => ({ size, sha256: hash.digest('hex') }) };
};

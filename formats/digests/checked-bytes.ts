import { createHash } from 'node:crypto';

/** A digest that was recorded of a file. */
export interface RecordedDigest {
  readonly algorithm: 'sha256' | 'sha512';
  /** Lower-case hex. */
  readonly value: string;
}

/** Passes bytes on, and fails at their end with what `differs` makes of their digest where another one was recorded. */
export async function* checkedBytes(
  chunks: AsyncIterable<Uint8Array>,
  { algorithm, value }: RecordedDigest,
  differs: (found: string) => Error,
): AsyncGenerator<Uint8Array> {
  const hash = createHash(algorithm);
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  const found = hash.digest('hex');
  if (found !== value) throw differs(found);
}

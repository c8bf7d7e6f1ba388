import { createHash } from 'node:crypto';
import { S3Error } from '../s3-error.js';
import type { ChunkSignatures } from '../sigv4/chunk-signatures.js';
import { wireReader } from './wire-reader.js';
import type { WireReader } from './wire-reader.js';

export interface AwsChunkedOptions {
  /** Present where each chunk has a signature. */
  readonly signatures: ChunkSignatures | null;
  /** Whether headers may follow the last chunk; they come in lower case, without their signature. */
  readonly onTrailers: ((trailers: ReadonlyMap<string, string>) => void) | null;
}

const maxTrailers = 16;

/**
 * Unwraps S3's `aws-chunked` content coding: `<hex size>[;chunk-signature=…]`, the bytes, and so on to a chunk of size
 * zero, then trailing headers. Throws IncompleteBody for a body that ends too early and SignatureDoesNotMatch.
 */
export async function* decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  options: AwsChunkedOptions,
): AsyncGenerator<Buffer, void, undefined> {
  const wire = wireReader(source);
  try {
    for (;;) {
      const { size, signature } = parseChunkHeader(await wire.line());
      const hash = options.signatures === null ? null : createHash('sha256');
      for (let left = size; left > 0;) {
        const piece = await wire.atMost(left);
        left -= piece.length;
        hash?.update(piece);
        yield piece;
      }
      if (hash !== null) options.signatures?.checkChunk(hash.digest('hex'), signature);
      if (size === 0) break;
      if ((await wire.line()) !== '') throw new S3Error('IncompleteBody', 'A chunk is longer than its header says.');
    }
    await readTrailers(wire, options);
  } finally {
    await wire.release();
  }
}

const parseChunkHeader = (line: string): { size: number; signature: string } => {
  const [, size, signature = ''] = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line) ?? [];
  if (size === undefined) throw new S3Error('InvalidRequest', 'The body is not in the aws-chunked coding.');
  return { size: Number.parseInt(size, 16), signature };
};

const readTrailers = async (wire: WireReader, { signatures, onTrailers }: AwsChunkedOptions): Promise<void> => {
  const trailers = new Map<string, string>();
  // Some clients add a line feed before the line's end, and some omit the final empty line.
  for (let line = await wire.lineOrEnd(); line !== null && line.trim() !== ''; line = await wire.lineOrEnd()) {
    const colon = line.indexOf(':');
    if (colon < 1 || trailers.size >= maxTrailers)
      throw new S3Error('InvalidRequest', 'A trailing header is malformed.');
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  await wire.end();
  if (onTrailers === null) {
    if (trailers.size > 0)
      throw new S3Error('InvalidRequest', 'The body has trailing headers that were not announced.');
    return;
  }
  const signature = trailers.get('x-amz-trailer-signature') ?? '';
  trailers.delete('x-amz-trailer-signature');
  const lines = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('');
  signatures?.checkTrailers(lines, signature);
  onTrailers(trailers);
};

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { TooSlow, atMinimumRate, type MinimumRate } from '../../../flow/streams/minimum-rate.js';
import { RequestFault } from '../request-fault.js';
import { codeOf } from '../../../flow/error-code.js';

export interface BodyToReceive {
  /** Bytes above which a body is large. */
  readonly small: number;
  /** The most bytes that are accepted. */
  readonly most: number;
  /** What the caller of a longer body is told to do, in sentences. */
  readonly tooLong: string;
  /** The minimum rate at which they must arrive. */
  readonly pace: MinimumRate;
  /** Called once for a large body, of which no more is read before it resolves. */
  readonly admitLarge: () => Promise<void>;
}

/**
 * Receives a request's body into memory. Rejects with RequestFault for a body that is too long, too slow, incomplete or
 * cannot be decompressed, and with what `admitLarge` rejects with.
 */
export const receiveBody = async (request: IncomingMessage, expected: BodyToReceive): Promise<Buffer> => {
  const { small, most, tooLong, pace, admitLarge } = expected;
  const refuseAbove = (size: number): void => {
    if (size > most) throw new RequestFault(413, `The body is longer than ${amountOf(most)}. ${tooLong}`);
  };
  refuseAbove(Number(request.headers['content-length'] ?? 0));
  const stream = decompressed(request);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of atMinimumRate(unbroken(stream), pace)) {
      const wasSmall = size <= small;
      size += chunk.length;
      refuseAbove(size);
      chunks.push(chunk);
      if (wasSmall && size > small) await admitLarge();
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (stream !== request) stream.destroy();
    throw receivingFault(error);
  }
};

const MiB = 1024 ** 2;
const amountOf = (bytes: number): string => (bytes % MiB === 0 ? `${bytes / MiB} MiB` : `${bytes} bytes`);

/** The bytes of a stream, which is not destroyed when reading stops, so that the connection can carry an answer. */
const unbroken = (stream: Readable): AsyncIterable<Buffer> =>
  Readable.prototype.iterator.call(stream, { destroyOnReturn: false }) as AsyncIterable<Buffer>;

const decompressed = (request: IncomingMessage): Readable => {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return request;
  const stream = request.pipe(decompressor(encoding));
  request.once('error', (error) => stream.destroy(error));
  return stream;
};

const decompressor = (encoding: string): NodeJS.ReadWriteStream & Readable => {
  switch (encoding) {
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new RequestFault(415, `unsupported content encoding "${encoding}"`);
  }
};

const receivingFault = (error: unknown): unknown => {
  if (error instanceof TooSlow) return new RequestFault(408, error.message, { cause: error });
  const code = codeOf(error);
  if (error instanceof RequestFault || !(error instanceof Error) || code === null) return error;
  if (code.startsWith('Z_') || code.startsWith('ERR_')) return new RequestFault(400, error.message, { cause: error });
  if (code === 'ECONNRESET') return new RequestFault(400, 'request aborted', { cause: error });
  return error;
};

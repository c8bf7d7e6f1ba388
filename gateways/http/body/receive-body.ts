import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { TooSlow, atMinimumRate, type MinimumRate } from '../../../flow/minimum-rate.js';
import { RequestFault } from '../request-fault.js';
import { openNameless, roomFault } from './nameless-file.js';
import { codeOf } from '../../../flow/error-code.js';

/** A body in a temporary file without a name: it is deleted when it is closed or the process ends. */
export interface SpooledBody {
  readonly file: FileHandle;
  readonly size: number;
}

export interface BodySizes {
  /** Bytes above which a body is written to disk as it arrives. */
  readonly inMemory: number;
  /** The most bytes that are accepted. */
  readonly limit: number;
  /** The minimum rate at which they must arrive. */
  readonly pace: MinimumRate;
}

/**
 * Receives a request's body: in memory where it is small, else on disk. Rejects with RequestFault for a body that is
 * too long, too slow, incomplete or cannot be decompressed, and with a fault `store-full` where the disk has no room
 * for it.
 */
export const receiveBody = async (request: IncomingMessage, sizes: BodySizes): Promise<Buffer | SpooledBody> => {
  if (Number(request.headers['content-length'] ?? 0) > sizes.limit) throw tooLong();
  const stream = decompressed(request);
  const chunks: Buffer[] = [];
  let file: FileHandle | null = null;
  let size = 0;
  try {
    for await (const chunk of atMinimumRate(unbroken(stream), sizes.pace)) {
      size += chunk.length;
      if (size > sizes.limit) throw tooLong();
      chunks.push(chunk);
      if (file === null && size <= sizes.inMemory) continue;
      file ??= await openNameless('body');
      await file.writev(chunks.splice(0));
    }
    return file === null ? Buffer.concat(chunks) : { file, size };
  } catch (error) {
    if (stream !== request) stream.destroy();
    await file?.close();
    throw receivingFault(error);
  }
};

const tooLong = (): RequestFault => new RequestFault(413, 'request entity too large');

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
  const full = roomFault(error, 'a body');
  if (full !== null) return full;
  if (code.startsWith('Z_') || code.startsWith('ERR_')) return new RequestFault(400, error.message, { cause: error });
  if (code === 'ECONNRESET') return new RequestFault(400, 'request aborted', { cause: error });
  return error;
};

import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { TooSlow, atMinimumRate, type MinimumRate } from '../../../flow/minimum-rate.js';
import { RequestFault } from '../request-fault.js';
import { openNameless, roomFault } from './nameless-file.js';
import { codeOf } from '../../../flow/error-code.js';

/** A body on disk, in a file that has no name any more: it is gone when it is closed, or with the process. */
export interface SpooledBody {
  readonly file: FileHandle;
  readonly size: number;
}

export interface BodySizes {
  /** Bytes above which a body goes to disk as it arrives. */
  readonly inMemory: number;
  /** The most bytes that are taken. */
  readonly limit: number;
  /** How fast they must come. */
  readonly pace: MinimumRate;
}

/**
 * Takes a request's body as it arrives: in memory where it is small, else on disk. Throws RequestFault for one that is
 * too long, comes too slowly, breaks off or cannot be decompressed, and a fault `store-full` where the disk has no room for it.
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

/** The bytes of a stream that stays whole when nobody reads on, so that there is a connection to answer on. */
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

import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestFault } from '../request-fault.js';
import { openNameless, roomFault } from './nameless-file.js';

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
}

/**
 * Takes a request's body as it arrives: in memory where it is small, else on disk. Throws RequestFault for one that is
 * too long, breaks off or cannot be decompressed, and a fault `store-full` where the disk has no room for it.
 */
export const receiveBody = async (request: IncomingMessage, sizes: BodySizes): Promise<Buffer | SpooledBody> => {
  if (Number(request.headers['content-length'] ?? 0) > sizes.limit) throw tooLong();
  const chunks: Buffer[] = [];
  let file: FileHandle | null = null;
  let size = 0;
  try {
    for await (const chunk of decompressed(request)) {
      size += chunk.length;
      if (size > sizes.limit) throw tooLong();
      chunks.push(chunk);
      if (file === null && size <= sizes.inMemory) continue;
      file ??= await openNameless('body');
      await file.writev(chunks.splice(0));
    }
    return file === null ? Buffer.concat(chunks) : { file, size };
  } catch (error) {
    await file?.close();
    throw receivingFault(error);
  }
};

const tooLong = (): RequestFault => new RequestFault(413, 'request entity too large');

/** The request's own stream stays whole, so that there is a connection to answer on. */
const decompressed = (request: IncomingMessage): AsyncIterable<Buffer> => {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  const stream = encoding === 'identity' ? request : request.pipe(decompressor(encoding));
  if (stream !== request) request.once('error', (error) => stream.destroy(error));
  return Readable.prototype.iterator.call(stream, { destroyOnReturn: false }) as AsyncIterable<Buffer>;
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
  if (error instanceof RequestFault || !(error instanceof Error) || !('code' in error)) return error;
  const full = roomFault(error, 'a body');
  if (full !== null) return full;
  const code = String(error.code);
  if (code.startsWith('Z_') || code.startsWith('ERR_')) return new RequestFault(400, error.message, { cause: error });
  if (code === 'ECONNRESET') return new RequestFault(400, 'request aborted', { cause: error });
  return error;
};

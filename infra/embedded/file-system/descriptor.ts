import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { BigIntStats } from 'node:fs';
import { Readable } from 'node:stream';

const open = promisify(fs.open);
const read = promisify(fs.read);
const write = promisify(fs.write);
const fsync = promisify(fs.fsync);

/** Bytes that are copied to the page cache faster than they are passed to another thread. */
const SMALL_WRITE = 64 * 1024;

/**
 * An open file. Operations that may wait for the disk run in another thread; those in memory (its creation, its state, a
 * small write to the page cache, its closing) run synchronously, because passing them to a thread takes several times as
 * long.
 */
export interface Descriptor {
  readonly stats: () => BigIntStats;
  readonly read: (buffer: Uint8Array, position: number) => Promise<number>;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly sync: () => Promise<void>;
  /** A stream of the bytes, which closes the file at its end. */
  readonly stream: (start: number, end?: number) => Readable;
  /** Closes the file after its running operations, since its number may be reused then. May be called again. */
  readonly close: () => Promise<void>;
}

/** Opens a file as the system does; rejects with the system's own errors. */
export const openDescriptor = async (path: string, flags: string | number): Promise<Descriptor> =>
  descriptorOf(path, await open(path, flags));

/** Bytes read at once: four times as many as by default cost a fifth less time, and a slow reader holds few of them. */
const PIECE = 262_144;

const streamOf = (fd: number, start: number, end: number): Readable => {
  if (start <= end) return fs.createReadStream('', { fd, start, end, highWaterMark: PIECE });
  fs.closeSync(fd);
  return Readable.from([]);
};

/** For everybody to read, as far as the system lets them; the descriptor that created it can still write. */
const READ_ONLY = 0o444;

/** Creates a file that must not exist; throws the system's own errors. */
export const newDescriptor = (path: string, mode = READ_ONLY): Descriptor =>
  descriptorOf(path, fs.openSync(path, 'wx', mode));

const descriptorOf = (path: string, fd: number): Descriptor => {
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  const requireOpen = (): void => {
    if (closed) throw new Error(`${path} was closed before`);
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    requireOpen();
    const done = work();
    underWay.add(done);
    try {
      return await done;
    } finally {
      underWay.delete(done);
    }
  };

  const writeAll = async (bytes: Uint8Array): Promise<void> => {
    for (let written = 0; written < bytes.length;) {
      const rest = bytes.length - written;
      written +=
        rest <= SMALL_WRITE ? fs.writeSync(fd, bytes, written) : (await write(fd, bytes, written, rest)).bytesWritten;
    }
  };

  return {
    stats() {
      requireOpen();
      return fs.fstatSync(fd, { bigint: true });
    },
    read: async (buffer, position) => (await run(() => read(fd, buffer, 0, buffer.length, position))).bytesRead,
    write: (bytes) => run(() => writeAll(bytes)),
    sync: () => run(() => fsync(fd)),
    stream(start, end = Infinity) {
      requireOpen();
      closed = true; // closed by the stream
      return streamOf(fd, start, end);
    },
    async close() {
      if (closed) return;
      closed = true;
      await Promise.allSettled(underWay);
      fs.closeSync(fd);
    },
  };
};

import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '../../flow/error-code.js';
import { ByteStoreFault } from '../../formats/bytes.js';
import { READ_FLAGS } from './file-system/files.js';
import { readFault } from './s3-server/plain-files.js';

/** A file whose bytes are wanted, as it was recorded. */
export interface RecordedFile {
  readonly key: string;
  /** In bytes; a file that has others is read all the same. */
  readonly size: number;
}

/** The bytes of plain files, not compared with anything. Throws ByteStoreFault `object-not-found`. */
export interface ContentOnDisk {
  /** From an offset on. */
  open(file: RecordedFile, start: number): Buffer | Readable | Promise<Buffer>;
  /** Where a file lies, whether it is there or not. */
  pathOf(key: string): string;
}

/** Bytes that are read, when they are cached, faster than they are passed from another thread. */
const SMALL = 64 * 1024;
/** Bytes of a larger file that are read at once. */
const PIECE = 512 * 1024;

const NO_FILE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EISDIR', 'EAGAIN', 'ENXIO'];

const noFile = (key: string): ByteStoreFault => new ByteStoreFault('object-not-found', `there is no file ${key}`);

/** Keys with such segments are no paths. */
const ODD_SEGMENT = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

/** All bytes from an offset on; null where there are more than were recorded. */
const smallRest = (fd: number, size: number, start: number): Buffer | null => {
  const bytes = Buffer.allocUnsafe(Math.max(0, size - start) + 1);
  const length = readSync(fd, bytes, 0, bytes.length, start);
  return length < bytes.length ? bytes.subarray(0, length) : null;
};

/**
 * Opens plain files whose keys are paths below `root`, for a process that serves nobody else: it waits for the disk, since
 * passing the work to another thread takes longer than opening a file and reading a small one. A small file comes whole.
 */
export const contentOnDisk = (root: string): ContentOnDisk => {
  const folder = resolve(root);
  const pathOf = (key: string): string => {
    if (ODD_SEGMENT.test(key)) throw noFile(key);
    return `${folder}/${key}`;
  };
  const open: ContentOnDisk['open'] = ({ key, size }, start) => {
    const path = pathOf(key);
    let fd: number | null = null;
    try {
      fd = openSync(path, READ_FLAGS);
      const small = size - start <= SMALL ? smallRest(fd, size, start) : null;
      if (small !== null) return small;
      const stream = createReadStream('', { fd, start, highWaterMark: PIECE });
      fd = null; // the stream closes it
      return stream;
    } catch (error) {
      throw NO_FILE.includes(codeOf(error) ?? '') ? noFile(key) : readFault(key, error);
    } finally {
      if (fd !== null) closeSync(fd);
    }
  };
  return { open, pathOf };
};

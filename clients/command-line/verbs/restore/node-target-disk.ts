import { execFile } from 'node:child_process';
import {
  closeSync,
  constants,
  createReadStream,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  write,
  writeSync,
  type Stats,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { forEachConcurrently } from '../../../../flow/concurrently.js';
import type { NewFile, TargetDisk } from './target-disk.js';
import { writeInThreads } from './writing/write-in-threads.js';

const run = promisify(execFile);
const writeInThread = promisify(write);

/** Bytes that are copied to the page cache faster than they are passed to another thread. */
const SMALL_WRITE = 64 * 1024;
/** Bytes that are read at once. */
const PIECE = 512 * 1024;

const writtenTo = (fd: number): NewFile => ({
  write: async (bytes) => {
    for (let at = 0; at < bytes.length;) {
      const rest = bytes.length - at;
      at += rest <= SMALL_WRITE ? writeSync(fd, bytes, at) : (await writeInThread(fd, bytes, at, rest)).bytesWritten;
    }
  },
  close: () => closeSync(fd),
});

const kindIn = (state: Stats | undefined): ReturnType<TargetDisk['kindOf']> => {
  if (state === undefined) return null;
  if (state.isDirectory()) return 'folder';
  return state.isFile() ? 'file' : 'other';
};

const syncOne = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** The file systems of this computer. */
export const nodeTargetDisk: TargetDisk = {
  kindOf: (path) => kindIn(lstatSync(path, { throwIfNoEntry: false })),
  kindBehind: (path) => kindIn(statSync(path, { throwIfNoEntry: false })),
  names: (folder) => readdir(folder),
  makeFolder: (path) => mkdirSync(path),
  create: (path) => writtenTo(openSync(path, 'wx')),
  writer: () => writeInThreads(),
  goOn: (path, length) => {
    const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
    ftruncateSync(fd, length);
    return writtenTo(fd);
  },
  read: (path) =>
    createReadStream(path, { fd: openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW), highWaterMark: PIECE }),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path, { recursive: true, force: true }),
  settle: async (folder, paths) => {
    try {
      // One sync of the whole file system takes a fraction of the time of one for each of many small files.
      await run('sync', ['-f', folder]);
    } catch {
      // There is no such program here, or it has failed: the sync of a file tells why.
      await forEachConcurrently(paths, { width: 8 }, syncOne);
    }
  },
};

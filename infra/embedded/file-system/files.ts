import {
  closeSync,
  constants,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  type BigIntStats,
} from 'node:fs';
import { lstat, mkdir, readdir, rmdir, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { fileStamp } from './file-stamp.js';
import { newDescriptor, openDescriptor, type Descriptor } from './descriptor.js';
import { keepPrivate } from './keep-private.js';
import { codeOf } from '../../../flow/error-code.js';

export interface FileState {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly modified: Date;
  /** Size, time of change and inode in one text, which changes when the file is written or replaced. */
  readonly stamp: string;
  /** The volume; a rename succeeds only within one. */
  readonly volume: string;
  /** Identifies the file on its volume, independent of its name and bytes. */
  readonly identity: string;
  /** How many names the file has. */
  readonly links: number;
  /** Whether its owner may not write into it. */
  readonly isReadOnly: boolean;
}

export interface NewFile {
  /** Resolves when the system has all of the bytes; they are durable only after `sync`. */
  write(bytes: Uint8Array): Promise<void>;
  sync(): Promise<void>;
  state(): Promise<FileState>;
  close(): Promise<void>;
}

export interface OpenFile {
  state(): Promise<FileState>;
  /** Fills `buffer` from `position` on and answers the number of bytes read. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** The bytes from `start` to `end` (inclusive) or to the end of the file, none where `end` is before; closes the file. */
  stream(start: number, end?: number): Readable;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Every file operation of the embedded stores, so that a test double can lose what was not synced. Rejects with the
 * system's errors, except for a missing path where the operation has an answer for it.
 */
export interface Files {
  /** Creates a file that must not exist, into which nobody may write once it is closed; of another mode where one is given. */
  create(path: string, mode?: number): Promise<NewFile>;
  /** Null where there is no file; a symbolic link at the end of the path is not followed. */
  open(path: string): Promise<OpenFile | null>;
  state(path: string): Promise<FileState | null>;
  /** As `state`, but synchronous: for a path that the system has cached, so that there is no wait for the disk. */
  stateNow(path: string): FileState | null;
  /** Where the path leads when every link in it is followed; null where it leads nowhere. Synchronous, as `stateNow`. */
  resolvedNow(path: string): string | null;
  /** Gives a file a second name, which must not exist; false where the file system has none, or nothing is at `from`. */
  link(from: string, to: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  /** Lets only its owner into a folder, as `keepPrivate` does. Synchronous, as `stateNow`. */
  keepPrivate(folder: string): boolean;
  /** False when the file does not exist. */
  unlink(path: string): Promise<boolean>;
  /** Creates one folder, of the mode that is given; false when the name exists. */
  makeFolder(path: string, mode?: number): Promise<boolean>;
  removeFolder(path: string): Promise<'removed' | 'absent' | 'in-use'>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
  readFolder(path: string): Promise<readonly { readonly name: string; readonly kind: FileState['kind'] }[]>;
}

/** A second name is impossible: on another disk, on one without links, with too many, or not allowed. */
const NO_LINK = ['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'];

/** Awaits `work`; answers `otherwise` when it fails with one of `codes`. */
const unless = async <T, U>(codes: readonly string[], work: Promise<T>, otherwise: U): Promise<T | U> => {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return otherwise;
    throw error;
  }
};

/** Does it in this thread; rejects with what it throws. */
const atOnce = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(work()));

const kindOf = (entry: { isFile(): boolean; isDirectory(): boolean }): FileState['kind'] => {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'other';
};

const stateOf = (stats: BigIntStats): FileState => ({
  kind: kindOf(stats),
  size: Number(stats.size),
  modified: new Date(Number(stats.mtimeMs)),
  stamp: fileStamp(stats),
  volume: String(stats.dev),
  identity: `${stats.dev}:${stats.ino}`,
  links: Number(stats.nlink),
  isReadOnly: (Number(stats.mode) & constants.S_IWUSR) === 0,
});

const openFile = ({ stats, read, write, sync, stream, close }: Descriptor): OpenFile & NewFile => ({
  read,
  write,
  sync,
  stream,
  close,
  state: () => atOnce(() => stateOf(stats())),
});

const syncOpen = promisify(fsync);

const hasEntries = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  );

/** Non-blocking, since opening a named pipe would wait for its writer. */
const READ_LINKED_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;
export const READ_FLAGS = READ_LINKED_FLAGS | constants.O_NOFOLLOW;

/** Opens a file to which a link may lead. */
export const openLinkedFile = async (path: string): Promise<OpenFile> =>
  openFile(await openDescriptor(path, READ_LINKED_FLAGS));

/** For files that may hold secrets or what is not published: read and written by their owner alone. */
export const PRIVATE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** The operations of the operating system. */
export const nodeFiles: Files = {
  create: (path, mode) => atOnce(() => openFile(newDescriptor(path, mode))),
  async open(path) {
    const opening = openDescriptor(path, READ_FLAGS);
    const descriptor = await unless(ABSENT, opening, null);
    return descriptor && openFile(descriptor);
  },
  async state(path) {
    const stats = await unless(ABSENT, lstat(path, { bigint: true }), null);
    return stats && stateOf(stats);
  },
  stateNow(path) {
    try {
      return stateOf(lstatSync(path, { bigint: true }));
    } catch (error) {
      if (ABSENT.includes(codeOf(error) ?? '')) return null;
      throw error;
    }
  },
  resolvedNow(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return null;
    }
  },
  link: (from, to) =>
    unless(
      [...NO_LINK, ...ABSENT],
      atOnce(() => linkSync(from, to)).then(() => true),
      false,
    ),
  rename: (from, to) => atOnce(() => renameSync(from, to)),
  keepPrivate: (folder) => keepPrivate(folder, PRIVATE_FOLDER),
  unlink: (path) =>
    unless(
      [...ABSENT, 'EISDIR'],
      unlink(path).then(() => true),
      false,
    ),
  makeFolder: (path, mode) =>
    unless(
      ['EEXIST'],
      mkdir(path, mode).then(() => true),
      false,
    ),
  async removeFolder(path) {
    const removed = rmdir(path).then(() => 'removed' as const);
    try {
      return await unless(['ENOTEMPTY', 'EEXIST', 'EBUSY', 'ENOTDIR'], unless(['ENOENT'], removed, 'absent'), 'in-use');
    } catch (error) {
      // The system looks at permissions first, and then does not tell that there is something in it.
      if (await hasEntries(path)) return 'in-use';
      throw error;
    }
  },
  async syncFolder(path) {
    const folder = openSync(path, 'r'); // its caller has just changed it, so the system has it cached
    try {
      await syncOpen(folder);
    } finally {
      closeSync(folder);
    }
  },
  async readFolder(path) {
    const entries = await unless(ABSENT, readdir(path, { withFileTypes: true }), []);
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  },
};

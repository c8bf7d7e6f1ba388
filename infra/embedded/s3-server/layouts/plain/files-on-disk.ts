import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ByteStoreFault } from '../../../../../formats/bytes.js';
import { compareUtf8 } from '../../../../../formats/paths/utf8-order.js';
import { filesBelow } from '../../../file-system/files-below.js';
import { nodeFiles, type Files, type FileState, type OpenFile } from '../../../file-system/files.js';
import { storeFault, withStoreFaults } from '../../contract/store-fault.js';
import { codeOf } from '../../../../../flow/error-code.js';
import { filePathOf } from './key-path.js';

/** An entry below the root of a bucket of plain files. */
export interface EntryOnDisk {
  readonly key: string;
  /** Anything that is neither a file nor a folder counts as a link. */
  readonly kind: 'file' | 'empty-folder' | 'link';
  /** In bytes; 0 for what is not a file. */
  readonly size: number;
}

/** `stamp` changes when the file is written or replaced. */
export type StateOnDisk = Pick<FileState, 'size' | 'modified' | 'stamp'>;

/** A bucket of plain files as it is on disk, without the index: with links and empty folders, which listings omit. */
export interface FilesOnDisk {
  /** In the order of the keys' UTF-8 bytes; `prefix` is empty or ends in a slash. */
  list(prefix: string): AsyncIterable<EntryOnDisk>;
  /**
   * Rejects with an error that has the code `key-unreadable` where this one file cannot be read, and with
   * ByteStoreFault (`object-not-found` for a missing file).
   */
  open(key: string): AsyncIterable<Uint8Array>;
  /** A file of bytes; null where there is none, or something else. Synchronous, since a thread would take longer. */
  state(key: string): StateOnDisk | null;
  /** The bytes from `start` to `end` (inclusive), or to its end, of a file that is there; errors as for `open`. */
  range(key: string, start: number, end?: number): Promise<Readable>;
  /** The names of the folders in a folder, which is empty or ends in a slash, in the order of their keys. */
  folders(folder: string): AsyncIterable<string>;
}

/** System errors of a single file, where the rest of the disk may be sound. */
const DAMAGED = ['EIO', 'EACCES', 'EPERM', 'EUCLEAN', 'EBADMSG'];

/** What a file could not be read of; `key-unreadable` where it is this one alone. */
export const readFault = (key: string, error: unknown): unknown => {
  const code = codeOf(error);
  if (code === null || !DAMAGED.includes(code)) return storeFault(error);
  const fault = new Error(`The disk does not give the bytes of ${key} (${code}).`, { cause: error });
  return Object.assign(fault, { code: 'key-unreadable' });
};

/** Everything below a folder, in the order of the whole keys: a folder is sorted as its name with the slash. */
async function* below(files: Files, root: string, folder: string, isTop = true): AsyncGenerator<EntryOnDisk> {
  const entries = await withStoreFaults(files.readFolder(join(root, folder)));
  if (entries.length === 0 && !isTop) yield { key: folder.slice(0, -1), kind: 'empty-folder', size: 0 };
  const steps = entries
    .map(({ name, kind }) => ({ kind, step: kind === 'folder' ? `${folder}${name}/` : folder + name }))
    .sort((a, b) => compareUtf8(a.step, b.step));
  for (const { kind, step } of steps) {
    if (kind === 'folder') yield* below(files, root, step, false);
    else if (kind === 'other') yield { key: step, kind: 'link', size: 0 };
    else {
      const state = await withStoreFaults(files.state(join(root, step)));
      if (state !== null) yield { key: step, kind: 'file', size: state.size };
    }
  }
}

/** Reads a bucket of plain files whose keys are paths below `folder`, by the operations of `on`; follows no links. */
export const filesOnDisk = (folder: string, on: Files = nodeFiles): FilesOnDisk => {
  const root = resolve(folder);
  const files = filesBelow(on, root);
  const opened = async (key: string): Promise<OpenFile> => {
    const path = filePathOf(root, key);
    const file = path.ok ? await files.open(path.value) : null;
    if (file === null) throw new ByteStoreFault('object-not-found', `there is no file ${key}`);
    return file;
  };
  return {
    list: (prefix) => below(files, root, prefix),
    async *open(key) {
      try {
        for await (const chunk of (await opened(key)).stream(0)) yield chunk as Buffer;
      } catch (error) {
        throw readFault(key, error);
      }
    },
    state(key) {
      const path = filePathOf(root, key);
      try {
        const state = path.ok ? files.stateNow(path.value) : null;
        return state?.kind === 'file' ? state : null;
      } catch (error) {
        throw storeFault(error);
      }
    },
    async *folders(folder) {
      const entries = await withStoreFaults(files.readFolder(join(root, folder)));
      const names = entries.flatMap(({ name, kind }) => (kind === 'folder' ? [`${name}/`] : []));
      for (const name of names.sort(compareUtf8)) yield name.slice(0, -1);
    },
    async range(key, start, end) {
      try {
        return (await opened(key)).stream(start, end);
      } catch (error) {
        throw readFault(key, error);
      }
    },
  };
};

import { join, resolve } from 'node:path';
import { ByteStoreFault } from '../../../../../formats/bytes.js';
import { compareUtf8 } from '../../../../../formats/paths/utf8-order.js';
import { filesBelow } from '../../../file-system/files-below.js';
import { nodeFiles, type Files } from '../../../file-system/files.js';
import { storeFault, withStoreFaults } from '../../contract/store-fault.js';
import { codeOf } from '../../../../../flow/error-code.js';

/** An entry below the root of a bucket of plain files. */
export interface EntryOnDisk {
  readonly key: string;
  /** Anything that is neither a file nor a folder counts as a link. */
  readonly kind: 'file' | 'empty-folder' | 'link';
  /** In bytes; 0 for what is not a file. */
  readonly size: number;
}

/** A bucket of plain files as it is on disk, without the index: with links and empty folders, which listings omit. */
export interface FilesOnDisk {
  /** In the order of the keys' UTF-8 bytes; `prefix` is empty or ends in a slash. */
  list(prefix: string): AsyncIterable<EntryOnDisk>;
  /**
   * Rejects with an error that has the code `key-unreadable` where this one file cannot be read, and with
   * ByteStoreFault (`object-not-found` for a missing file).
   */
  open(key: string): AsyncIterable<Uint8Array>;
}

/** System errors of a single file, where the rest of the disk may be sound. */
const DAMAGED = ['EIO', 'EACCES', 'EPERM', 'EUCLEAN', 'EBADMSG'];

const readFault = (key: string, error: unknown): unknown => {
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

/** Reads a bucket of plain files whose keys are paths below `folder`; follows no links. */
export const filesOnDisk = (folder: string): FilesOnDisk => {
  const root = resolve(folder);
  const files = filesBelow(nodeFiles, root);
  return {
    list: (prefix) => below(files, root, prefix),
    async *open(key) {
      try {
        const file = await files.open(join(root, key));
        if (file === null) throw new ByteStoreFault('object-not-found', `there is no file ${key}`);
        for await (const chunk of file.stream(0)) yield chunk as Buffer;
      } catch (error) {
        throw readFault(key, error);
      }
    },
  };
};

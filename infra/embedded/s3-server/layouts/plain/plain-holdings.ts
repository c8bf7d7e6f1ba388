import { join, resolve } from 'node:path';
import { ByteStoreFault } from '../../../../../formats/bytes.js';
import { compareUtf8 } from '../../../../../formats/paths/utf8-order.js';
import type {
  StorageRootEntry,
  StorageRootReader,
} from '../../../../../formats/ocfl/storage-root/storage-root-reader.js';
import type { ObjectEngine } from '../../engine/object-engine.js';
import { filesBelow } from '../../../file-system/files-below.js';
import { nodeFiles, systemCode, type Files } from '../../../file-system/files.js';
import { storeFault, withStoreFaults } from '../../engine/store-fault.js';

/** What the system says of one file, where the rest of the disk may well be sound. */
const DAMAGED = ['EIO', 'EACCES', 'EPERM', 'EUCLEAN', 'EBADMSG'];

const readFault = (key: string, error: unknown): unknown => {
  const code = systemCode(error);
  if (code === null || !DAMAGED.includes(code)) return storeFault(error);
  const fault = new Error(`The disk does not give the bytes of ${key} (${code}).`, { cause: error });
  return Object.assign(fault, { code: 'key-unreadable' });
};

/** Everything below a folder, in the order of the whole keys: a folder is sorted as its name with the slash. */
async function* below(files: Files, root: string, folder: string, isTop = true): AsyncGenerator<StorageRootEntry> {
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

/**
 * A bucket of plain files as it lies on the disk, past the index: links and empty folders included, which no listing of
 * the engine shows. Only what the store is said to keep of a file is asked of the engine.
 */
export const plainHoldings = (
  engine: Pick<ObjectEngine, 'head'>,
  bucket: string,
  root: string,
  files: Files = filesBelow(nodeFiles, resolve(root)),
): StorageRootReader => ({
  list: (prefix) => below(files, resolve(root), prefix),
  async *open(key) {
    try {
      const file = await files.open(join(resolve(root), key));
      if (file === null) throw new ByteStoreFault('object-not-found', `there is no file ${key}`);
      for await (const chunk of file.stream(0)) yield chunk as Buffer;
    } catch (error) {
      throw readFault(key, error);
    }
  },
  async storedSha256(key) {
    const object = await engine.head({ bucket, key });
    if (object === null) throw new ByteStoreFault('object-not-found', `there is no file ${key}`);
    return object.sha256;
  },
});

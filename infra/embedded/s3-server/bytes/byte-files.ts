import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseFault } from '../../sqlite.js';
import type { EngineIndex } from '../index/engine-index.js';
import type { Files, OpenFile } from '../../file-system/files.js';
import { makeFolders } from '../../file-system/make-folders.js';
import { sharedSyncs } from '../../file-system/shared-syncs.js';

/** Files of bytes by id, for objects and parts whose names live in the index. Names are relative: `3f/a0/<uuid>`. */
export interface ByteFiles {
  /** Takes a temporary file in under a new name, durably; `settle` must follow. */
  take(temporary: string): Promise<string>;
  /** Awaits the write of the row that names the file; when it fails, so that no row does, the file is removed. */
  settle<T>(name: string, write: Promise<T>): Promise<T>;
  open(name: string): Promise<OpenFile | null>;
  pathOf(name: string): string;
  /** To be called in the write that takes the file's name out of its row. */
  unnamed(name: string): void;
  /** Removes files that `unnamed` was told of, after that write. Who reads them goes on reading. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes what an earlier process left without a row. */
  sweep(): Promise<void>;
  /** Forgets that its folders may hold files without rows. */
  close(): void;
}

interface Folder {
  readonly name: string;
  taken: number;
  unsettled: number;
}

/** How many files go to one folder before another is begun; few enough to read in one go, enough to share syncs. */
const FILES_IN_FOLDER = 1_024;

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));

export const byteFiles = (files: Files, root: string, { objects, uploads, debris, commit }: EngineIndex): ByteFiles => {
  const sync = sharedSyncs((folder) => files.syncFolder(folder));
  const folders = new Map<string, Folder>();
  let current: Folder | null = null;
  let beginning: Promise<Folder> | null = null;

  const begin = async (): Promise<Folder> => {
    const name = `${randomBytes(1).toString('hex')}/${randomBytes(1).toString('hex')}`;
    await commit.write(() => debris.folders.add(name));
    await makeFolders(files, join(root, name));
    const folder = folders.get(name) ?? { name, taken: 0, unsettled: 0 };
    folder.taken = 0;
    folders.set(name, folder);
    return folder;
  };

  const leave = (folder: Folder): void => {
    if (folder === current || folder.unsettled > 0) return;
    folders.delete(folder.name);
    commit.later(() => debris.folders.remove(folder.name));
  };

  const folderWithRoom = async (): Promise<Folder> => {
    while (current === null || current.taken >= FILES_IN_FOLDER) {
      beginning ??= begin().finally(() => (beginning = null));
      const begun = await beginning;
      if (begun.taken > 0) continue;
      const full = current;
      current = begun;
      if (full !== null && full !== begun) leave(full);
    }
    current.taken++;
    current.unsettled++;
    return current;
  };

  const remove = async (names: readonly string[]): Promise<void> => {
    const gone = new Map<string, string[]>();
    for (const name of names) {
      const removed = await files.unlink(join(root, name)).catch(() => null); // then it stays noted for the next open
      if (removed !== null) gone.set(folderOf(name), [...(gone.get(folderOf(name)) ?? []), name]);
    }
    for (const [folder, removed] of gone) {
      // A removal that was not synced can be undone by a power cut, so until then the note is not forgotten.
      const forget = (): void => {
        for (const name of removed) commit.later(() => debris.files.remove(name));
      };
      await sync(join(root, folder)).then(forget, () => undefined);
    }
  };

  return {
    async take(temporary) {
      const folder = await folderWithRoom();
      const name = `${folder.name}/${randomUUID()}`;
      // When this fails the folder stays unsettled, and the next open looks whether anything is left there.
      await files.rename(temporary, join(root, name));
      await sync(join(root, folder.name));
      return name;
    },
    async settle(name, write) {
      const folder = folders.get(folderOf(name));
      const settled = (): void => {
        if (folder === undefined) return;
        folder.unsettled--;
        leave(folder);
      };
      try {
        const result = await write;
        settled();
        return result;
      } catch (error) {
        // Then a row may turn up that names the file: the next open will know, for the folder stays unsettled.
        if (error instanceof DatabaseFault && error.code === 'outcome-unknown') throw error;
        await remove([name]);
        settled();
        throw error;
      }
    },
    open: (name) => files.open(join(root, name)),
    pathOf: (name) => join(root, name),
    unnamed: (name) => debris.files.add(name),
    remove,
    async sweep() {
      await remove(debris.files.all());
      for (const folder of debris.folders.all()) {
        for (const { name } of await files.readFolder(join(root, folder))) {
          const file = `${folder}/${name}`;
          if (!objects.names(file) && !uploads.names(file)) await files.unlink(join(root, file));
        }
        commit.later(() => debris.folders.remove(folder));
      }
      commit.flush();
    },
    close() {
      for (const folder of folders.values())
        if (folder.unsettled === 0) commit.later(() => debris.folders.remove(folder.name));
    },
  };
};

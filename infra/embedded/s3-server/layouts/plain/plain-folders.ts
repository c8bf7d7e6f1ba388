import { dirname, join, relative } from 'node:path';
import type { EngineIndex } from '../../index/engine-index.js';
import { systemCode, type Files } from '../../../file-system/files.js';
import { sharedSyncs } from '../../../file-system/shared-syncs.js';

/**
 * The folders of a bucket of plain files, which come with the first file in them and go with the last: OCFL knows no
 * empty folders. While a folder may be empty it is noted in the index, for the next open to look after.
 */
export interface PlainFolders {
  /** Runs `work`, which may leave these folders empty, and removes those that are. */
  mayEmpty<T>(folders: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Makes the folder and those above it, durably. */
  make(folder: string): Promise<void>;
  /** Makes the names in the folder durable, and the folder itself where another is just making it. */
  sync(folder: string): Promise<void>;
  /** Removes the empty folders that an earlier process left, and makes those durable that it filled. */
  sweep(): Promise<void>;
}

export const plainFolders = (files: Files, bucket: string, root: string, index: EngineIndex): PlainFolders => {
  const { commit, debris } = index;
  const syncNames = sharedSyncs((folder) => files.syncFolder(folder));
  const making = new Map<string, Promise<void>>();
  const noted = new Map<string, number>();
  const mark = `${bucket}:`;
  const noteOf = (folder: string): string => mark + relative(root, folder);

  const note = async (folders: readonly string[]): Promise<void> => {
    for (const folder of folders) noted.set(folder, (noted.get(folder) ?? 0) + 1);
    await commit.write(() => {
      for (const folder of folders) debris.vacancies.add(noteOf(folder));
    });
  };

  const forget = (folders: readonly string[]): void => {
    for (const folder of folders) {
      const others = (noted.get(folder) ?? 1) - 1;
      if (others > 0) noted.set(folder, others);
      else {
        noted.delete(folder);
        commit.later(() => debris.vacancies.remove(noteOf(folder)));
      }
    }
  };

  const makeOne = async (folder: string): Promise<void> => {
    const above = dirname(folder);
    for (;;) {
      if ((await files.state(folder))?.kind === 'folder') return;
      await make(above);
      try {
        if (await files.makeFolder(folder)) await syncNames(above);
        return;
      } catch (error) {
        // The last file of a neighbour went, and the folder above with it, just before this one was made.
        if (systemCode(error) !== 'ENOENT' || (await files.state(root)) === null) throw error;
      }
    }
  };

  const make = (folder: string): Promise<void> => {
    if (folder === root) return Promise.resolve();
    const begun = making.get(folder) ?? makeOne(folder).finally(() => making.delete(folder));
    making.set(folder, begun);
    return begun;
  };

  const sync = async (folder: string): Promise<void> => {
    await making.get(folder);
    try {
      await syncNames(folder);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' || folder === root) throw error;
      await sync(dirname(folder)); // it was empty and is removed: what matters is that it stays so
    }
  };

  const prune = async (folder: string): Promise<void> => {
    let rest = folder;
    while (rest !== root && (await files.removeFolder(rest)) !== 'in-use') rest = dirname(rest);
    if (rest !== folder) await sync(rest);
  };

  return {
    async mayEmpty(folders, work) {
      const noting = folders.filter((folder) => folder !== root);
      if (noting.length === 0) return work();
      await note(noting);
      try {
        return await work();
      } finally {
        for (const folder of noting) await prune(folder);
        forget(noting);
      }
    },
    make,
    sync,
    async sweep() {
      for (const noteText of debris.vacancies.all().filter((each) => each.startsWith(mark))) {
        const folder = join(root, noteText.slice(mark.length));
        await prune(folder);
        for (let above = folder; above !== root; above = dirname(above)) await sync(dirname(above));
        commit.later(() => debris.vacancies.remove(noteText));
      }
      commit.flush();
    },
  };
};

import { dirname, join, relative, sep } from 'node:path';
import type { Files } from '../../../file-system/files.js';
import type { Leftovers } from '../../../file-system/leftovers.js';
import { sharedSyncs } from '../../../file-system/shared-syncs.js';
import type { EngineIndex } from '../../index/engine-index.js';
import { codeOf } from '../../../../../flow/error-code.js';

/** A bucket, and the folder below which its keys are paths. */
export interface PlainBucket {
  readonly bucket: string;
  readonly root: string;
}

/**
 * The folders of a bucket of plain files, created with their first file and removed with the last, since listings have
 * no empty folders. A folder that may be empty is recorded in the index, for the next open.
 */
export class PlainFolders {
  readonly #files: Files;
  readonly #root: string;
  readonly #index: EngineIndex;
  readonly #leftovers: Leftovers;
  readonly #syncNames: (folder: string) => Promise<void>;
  readonly #notePrefix: string;
  readonly #making = new Map<string, Promise<void>>();
  /** Folders that were made, and whose names are not durable: where their sync has failed, it is done again. */
  readonly #unsynced = new Set<string>();
  /** Folders that are made for a file which is on its way. */
  readonly #beginning = new Map<string, Promise<void>>();
  /** How many of the calls under way may leave each folder empty. */
  readonly #noted = new Map<string, number>();

  constructor(files: Files, { bucket, root }: PlainBucket, index: EngineIndex, leftovers: Leftovers) {
    this.#files = files;
    this.#root = root;
    this.#index = index;
    this.#leftovers = leftovers;
    this.#syncNames = sharedSyncs((folder) => files.syncFolder(folder));
    this.#notePrefix = `${bucket}:`;
  }

  /** Runs `work`, which may leave these folders empty, and removes those that are. */
  async mayEmpty<T>(folders: readonly string[], work: () => Promise<T>): Promise<T> {
    const noting = folders.filter((folder) => folder !== this.#root);
    if (noting.length === 0) return work();
    await this.#note(noting);
    try {
      return await work();
    } finally {
      for (const folder of noting) await this.#leave(folder);
    }
  }

  /**
   * Runs `work`, which moves a file into the folder, and makes the folder before where it is missing: once for all that
   * wait for it. It may still be missing then, if it cannot be made, or was removed meanwhile.
   */
  async ready<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const begun = this.#beginning.get(folder);
    if (begun !== undefined) await begun;
    else if (folder !== this.#root && this.#files.stateNow(folder) === null) return this.#begin(folder, work);
    return work();
  }

  /** Makes the folder and those above it, durably. */
  make(folder: string): Promise<void> {
    if (folder === this.#root) return Promise.resolve();
    const begun = this.#making.get(folder) ?? this.#makeOne(folder).finally(() => this.#making.delete(folder));
    this.#making.set(folder, begun);
    return begun;
  }

  /** Makes the names in the folder durable, and the folder itself where another is just making it. */
  async sync(folder: string): Promise<void> {
    await this.#making.get(folder);
    for (const each of this.#unsyncedUpTo(folder)) await this.#syncNameOf(each);
    try {
      await this.#syncNames(folder);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || folder === this.#root) throw error;
      await this.sync(dirname(folder)); // it was empty and is removed: that removal must be durable
    }
  }

  /** Removes the empty folders that an earlier process left, and makes those durable that it filled. */
  async sweep(): Promise<void> {
    const { commit, cleanup } = this.#index;
    for (const note of cleanup.vacantFolders.all().filter((each) => each.startsWith(this.#notePrefix))) {
      const folder = join(this.#root, note.slice(this.#notePrefix.length));
      await this.#leftovers.attempt(folder, async () => {
        await this.#prune(folder);
        for (let above = folder; above !== this.#root; above = dirname(above)) await this.sync(dirname(above));
        this.#forget(folder);
      });
    }
    commit.flush();
  }

  async #begin<T>(folder: string, work: () => Promise<T>): Promise<T> {
    let tellOthers = (): void => undefined;
    this.#beginning.set(folder, new Promise<void>((resolve) => (tellOthers = resolve)));
    const goOn = (): void => {
      this.#beginning.delete(folder);
      tellOthers();
    };
    return this.mayEmpty([folder], async () => {
      await this.make(folder).catch(() => undefined); // whoever moves the file there meets the same error
      goOn();
      return work();
    }).finally(goOn);
  }

  async #makeOne(folder: string): Promise<void> {
    const above = dirname(folder);
    for (;;) {
      if ((await this.#files.state(folder))?.kind === 'folder') return;
      await this.make(above);
      try {
        if (await this.#files.makeFolder(folder)) await this.#syncNameOf(folder);
        return;
      } catch (error) {
        // The folder above was removed with its last file, just before this folder was created.
        if (codeOf(error) !== 'ENOENT' || (await this.#files.state(this.#root)) === null) throw error;
      }
    }
  }

  /** The folder and those above it whose names are not durable. */
  #unsyncedUpTo(folder: string): readonly string[] {
    return [...this.#unsynced].filter((each) => folder === each || folder.startsWith(each + sep));
  }

  async #syncNameOf(folder: string): Promise<void> {
    this.#unsynced.add(folder);
    await this.#syncNames(dirname(folder));
    this.#unsynced.delete(folder);
  }

  async #prune(folder: string): Promise<void> {
    let rest = folder;
    while (rest !== this.#root && (await this.#files.removeFolder(rest)) !== 'in-use') {
      this.#unsynced.delete(rest);
      rest = dirname(rest);
    }
    if (rest !== folder) await this.sync(rest);
  }

  async #note(folders: readonly string[]): Promise<void> {
    const { commit, cleanup } = this.#index;
    for (const folder of folders) this.#noted.set(folder, (this.#noted.get(folder) ?? 0) + 1);
    await commit.write(() => {
      for (const folder of folders) cleanup.vacantFolders.add(this.#noteOf(folder));
    });
  }

  /** After a call that may have left the folder empty. */
  async #leave(folder: string): Promise<void> {
    const others = (this.#noted.get(folder) ?? 1) - 1;
    if (others > 0) this.#noted.set(folder, others);
    else this.#noted.delete(folder);
    await this.#leftovers.attempt(folder, async () => {
      await this.#prune(folder);
      this.#forget(folder);
    });
  }

  /** The folder is removed, or has something in it. The next open makes it durable where that has failed. */
  #forget(folder: string): void {
    if (this.#noted.has(folder) || this.#unsyncedUpTo(folder).length > 0) return;
    const { commit, cleanup } = this.#index;
    commit.later(() => cleanup.vacantFolders.remove(this.#noteOf(folder)));
  }

  #noteOf(folder: string): string {
    return this.#notePrefix + relative(this.#root, folder);
  }
}

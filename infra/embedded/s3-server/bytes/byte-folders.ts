import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeFolders } from '../../file-system/make-folders.js';
import type { Files } from '../../file-system/files.js';
import type { EngineIndex } from '../index/engine-index.js';

interface Folder {
  readonly name: string;
  /** Files placed here since it was created. */
  placed: number;
  /** Files whose row is not known to be written. */
  unsettled: number;
}

/** Files in one folder before another is used: few enough to list at once, enough to share syncs. */
const FILES_IN_FOLDER = 1_024;

/**
 * The folders of byte files, `<00 to ff>/<00 to ff>` at random. A folder is recorded in the index from before its first
 * file until all its files are settled, so a killed process leaves files without a row only in recorded folders.
 */
export class ByteFolders {
  readonly #files: Files;
  readonly #root: string;
  readonly #index: EngineIndex;
  readonly #folders = new Map<string, Folder>();
  #current: Folder | null = null;
  #beginning: Promise<Folder> | null = null;

  constructor(files: Files, root: string, index: EngineIndex) {
    this.#files = files;
    this.#root = root;
    this.#index = index;
  }

  /** The name of an existing, durable folder for one more file; `settled` must follow. */
  async place(): Promise<string> {
    let folder = this.#current;
    while (folder === null || folder.placed >= FILES_IN_FOLDER) folder = await this.#next();
    folder.placed++;
    folder.unsettled++;
    return folder.name;
  }

  /** Call it when a file placed in the folder has its row, or was removed. */
  settled(name: string): void {
    const folder = this.#folders.get(name);
    if (folder === undefined) return;
    folder.unsettled--;
    this.#forgetSettled(folder);
  }

  /** Removes the records of folders without unsettled files. */
  close(): void {
    for (const folder of this.#folders.values())
      if (folder.unsettled === 0)
        this.#index.commit.later(() => this.#index.cleanup.unsettledFolders.remove(folder.name));
  }

  /** The current folder, after a new one was created by this or a concurrent caller. */
  async #next(): Promise<Folder | null> {
    this.#beginning ??= this.#begin().finally(() => (this.#beginning = null));
    const begun = await this.#beginning;
    if (begun.placed === 0) {
      const full = this.#current;
      this.#current = begun;
      if (full !== null && full !== begun) this.#forgetSettled(full);
    }
    return this.#current;
  }

  async #begin(): Promise<Folder> {
    const name = `${randomBytes(1).toString('hex')}/${randomBytes(1).toString('hex')}`;
    await this.#index.commit.write(() => this.#index.cleanup.unsettledFolders.add(name));
    await makeFolders(this.#files, join(this.#root, name));
    const folder = this.#folders.get(name) ?? { name, placed: 0, unsettled: 0 };
    folder.placed = 0;
    this.#folders.set(name, folder);
    return folder;
  }

  #forgetSettled(folder: Folder): void {
    if (folder === this.#current || folder.unsettled > 0) return;
    this.#folders.delete(folder.name);
    this.#index.commit.later(() => this.#index.cleanup.unsettledFolders.remove(folder.name));
  }
}

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseFault } from '../../database-fault.js';
import type { Files, OpenFile } from '../../file-system/files.js';
import type { Leftovers } from '../../file-system/leftovers.js';
import { sharedSyncs } from '../../file-system/shared-syncs.js';
import type { EngineIndex } from '../index/engine-index.js';
import { ByteFolders } from './byte-folders.js';
import type { TemporaryFile } from './temporary-file.js';

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));

/**
 * Files of bytes by id, for objects and parts; the index has their names. Names are relative: `3f/a0/<uuid>`. They are
 * never written into.
 */
export class ByteFiles {
  readonly #files: Files;
  readonly #root: string;
  readonly #index: EngineIndex;
  readonly #leftovers: Leftovers;
  readonly #folders: ByteFolders;
  readonly #sync: (folder: string) => Promise<void>;

  constructor(files: Files, root: string, index: EngineIndex, leftovers: Leftovers) {
    this.#files = files;
    this.#root = root;
    this.#index = index;
    this.#leftovers = leftovers;
    this.#folders = new ByteFolders(files, root, index);
    this.#sync = sharedSyncs((folder) => files.syncFolder(folder));
  }

  pathOf(name: string): string {
    return join(this.#root, name);
  }

  open(name: string): Promise<OpenFile | null> {
    return this.#files.open(this.pathOf(name));
  }

  /** Moves a temporary file to a new name, durably; `settle` must follow. */
  async take({ path }: Pick<TemporaryFile, 'path'>): Promise<string> {
    // In a folder that is durable, and waits for the file to be settled.
    const name = `${await this.#folders.place()}/${randomUUID()}`;
    // When this fails the folder remains unsettled, and the next open cleans it up.
    await this.#files.rename(path, this.pathOf(name));
    await this.#sync(this.pathOf(folderOf(name)));
    return name;
  }

  /** Awaits the write of the row that names the file; when it fails, so that no row does, the file is removed. */
  async settle<T>(name: string, write: Promise<T>): Promise<T> {
    try {
      const result = await write;
      this.#folders.settled(folderOf(name));
      return result;
    } catch (error) {
      // The row may still become durable; the next open checks, since the folder remains unsettled.
      if (error instanceof DatabaseFault && error.code === 'outcome-unknown') throw error;
      await this.remove([name]);
      this.#folders.settled(folderOf(name));
      throw error;
    }
  }

  /** Call it in the write that removes the file's name from its row. */
  markOrphan(name: string): void {
    this.#index.cleanup.orphanFiles.add(name);
  }

  /** Removes files that were marked as orphans, after that write. Open readers are not disturbed. */
  async remove(names: readonly string[]): Promise<void> {
    const gone = new Map<string, string[]>();
    for (const name of names) {
      const path = this.pathOf(name);
      // What stays is still recorded, for the next open.
      const isGone = await this.#leftovers.attempt(path, () => this.#files.unlink(path)).catch(() => false);
      if (!isGone) continue;
      const removed = gone.get(folderOf(name));
      if (removed === undefined) gone.set(folderOf(name), [name]);
      else removed.push(name);
    }
    for (const [folder, removed] of gone) await this.#forgetRemoved(folder, removed);
  }

  /** Removes files without a row that an earlier process left. */
  async sweep(): Promise<void> {
    const { cleanup, commit } = this.#index;
    await this.remove(cleanup.orphanFiles.all());
    for (const folder of cleanup.unsettledFolders.all()) await this.#sweepFolder(folder);
    commit.flush();
  }

  /** Removes the records of folders that may hold files without rows. */
  close(): void {
    this.#folders.close();
  }

  /** A removal that is not synced can be undone by a power cut, so the record is kept until then. */
  async #forgetRemoved(folder: string, names: readonly string[]): Promise<void> {
    const { cleanup, commit } = this.#index;
    const forget = (): void => {
      for (const name of names) commit.later(() => cleanup.orphanFiles.remove(name));
    };
    await this.#sync(this.pathOf(folder)).then(forget, () => undefined);
  }

  /** Of a folder that cannot be swept the record is kept. Names that it does not have yet may be of files under way. */
  async #sweepFolder(folder: string): Promise<void> {
    const { objects, uploads, cleanup, commit } = this.#index;
    const isKept = (name: string): boolean =>
      objects.hasFile(name) || uploads.hasFile(name) || cleanup.namelessFiles.has(name);
    const names: string[] = [];
    const list = async (): Promise<void> => {
      for (const { name } of await this.#files.readFolder(this.pathOf(folder))) names.push(`${folder}/${name}`);
    };
    let isClean = await this.#leftovers.attempt(this.pathOf(folder), list);
    for (const path of names.filter((name) => !isKept(name)).map((name) => this.pathOf(name)))
      isClean = (await this.#leftovers.attempt(path, () => this.#files.unlink(path))) && isClean;
    if (isClean) commit.later(() => cleanup.unsettledFolders.remove(folder));
  }
}

import { dirname } from 'node:path';
import { ByteStoreFault } from '../../../../../formats/bytes.js';
import type { Files } from '../../../file-system/files.js';
import type { PlainFolders } from './plain-folders.js';
import { codeOf } from '../../../../../flow/error-code.js';

/** How often a put is retried after its folder was removed. */
const MOST_TRIES = 100;

/** Moves files to their paths and removes them, durably, with folders that become empty. */
export class PlainWriter {
  readonly #files: Files;
  readonly #folders: PlainFolders;

  constructor(files: Files, folders: PlainFolders) {
    this.#files = files;
    this.#folders = folders;
  }

  /** Moves the file to its path, and makes its folder when it has none yet. */
  async publish(from: string, to: string): Promise<void> {
    const folder = dirname(to);
    for (let tries = 1; ; tries++) {
      try {
        await this.#folders.ready(folder, () => this.#files.rename(from, to));
        await this.#folders.sync(folder);
        return;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** Removes a file whose row could not be written. The replaced file cannot be restored. */
  async withdraw(path: string, wasThere: boolean, cause: unknown): Promise<never> {
    if (wasThere)
      throw new ByteStoreFault('outcome-unknown', `${path} was replaced, but not its row in the index`, { cause });
    await this.#folders.mayEmpty([dirname(path)], async () => {
      await this.#files.unlink(path);
      await this.#folders.sync(dirname(path));
    });
    throw cause;
  }

  /** Removes the file where there is one. The caller must remove its folder if that is empty. */
  async remove(path: string): Promise<void> {
    if (await this.#files.unlink(path)) await this.#folders.sync(dirname(path));
  }
}

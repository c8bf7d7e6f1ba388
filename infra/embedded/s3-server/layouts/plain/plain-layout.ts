import { dirname } from 'node:path';
import { forEachConcurrently } from '../../../../../flow/concurrently.js';
import { keyRefused } from '../../../../../formats/key-violation.js';
import type { Files } from '../../../file-system/files.js';
import type { TemporaryFile } from '../../bytes/temporary-file.js';
import { requireCondition, type ObjectRecord, type OpenObject } from '../../contract/object-record.js';
import type { EngineIndex } from '../../index/engine-index.js';
import { keyedQueue, type KeyedQueue } from '../../../../../flow/sharing/keyed-queue.js';
import { filePathOf } from './key-path.js';
import type { KeySeek, Layout, LayoutCommit } from '../layout.js';
import type { PlainFolders } from './plain-folders.js';
import { plainKeys } from './plain-keys.js';
import { PlainReader, type PlainPlace } from './plain-reader.js';
import { PlainWriter } from './plain-writer.js';
import { codeOf } from '../../../../../flow/error-code.js';

const NOT_A_PATH = ['ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'EEXIST', 'ENAMETOOLONG'];

const CONCURRENT_DELETES = 16;

/**
 * Keys are paths of plain files below `root`, for any program to read. A key's lock is held from the check of a
 * condition to the write of the row, and readers share it while they open the file, so that bytes and row always match.
 */
export class PlainLayout implements Layout {
  readonly kind = 'plain';
  readonly #files: Files;
  readonly #bucket: string;
  readonly #root: string;
  readonly #folders: PlainFolders;
  readonly #index: EngineIndex;
  readonly #locks: KeyedQueue = keyedQueue();
  readonly #reader: PlainReader;
  readonly #writer: PlainWriter;

  constructor(place: PlainPlace, folders: PlainFolders, index: EngineIndex) {
    this.#files = place.files;
    this.#bucket = place.bucket;
    this.#root = place.root;
    this.#folders = folders;
    this.#index = index;
    this.#reader = new PlainReader(place, index, this.#locks);
    this.#writer = new PlainWriter(place.files, folders);
  }

  check(key: string): void {
    this.#pathOf(key);
  }

  async commit(temporary: TemporaryFile, key: string, record: ObjectRecord, options: LayoutCommit): Promise<void> {
    const path = this.#pathOf(key);
    await this.#locks.run(key, () => this.#commitAlone(temporary, { key, path, record }, options));
  }

  head(key: string): Promise<ObjectRecord | null> {
    return this.#reader.head(key);
  }

  heads(keys: readonly string[]): Promise<readonly (ObjectRecord | null)[]> {
    return this.#reader.heads(keys);
  }

  open(key: string): Promise<OpenObject | null> {
    return this.#reader.open(key);
  }

  async delete(keys: readonly string[]): Promise<void> {
    const places = keys.flatMap((key) => {
      const place = filePathOf(this.#root, key);
      return place.ok ? [{ key, path: place.value }] : [];
    });
    const touched = [...new Set(places.map(({ path }) => dirname(path)))];
    await this.#folders.mayEmpty(touched, () =>
      forEachConcurrently(places, { width: CONCURRENT_DELETES }, ({ key, path }) =>
        this.#locks.run(key, () => this.#deleteAlone(key, path)),
      ),
    );
  }

  keys(seek: KeySeek): AsyncIterable<string> {
    return plainKeys(this.#files, this.#root, seek);
  }

  #pathOf(key: string): string {
    const place = filePathOf(this.#root, key);
    if (!place.ok) throw keyRefused({ bucket: this.#bucket, key }, place.refusal);
    return place.value;
  }

  /** Under the key's lock. */
  async #requireLocked(key: string, onlyIf: LayoutCommit['onlyIf']): Promise<void> {
    if (onlyIf === undefined) return;
    requireCondition({ bucket: this.#bucket, key }, await this.#reader.headLocked(key), onlyIf);
  }

  /** Under the key's lock. */
  async #commitAlone(
    temporary: TemporaryFile,
    { key, path, record }: { readonly key: string; readonly path: string; readonly record: ObjectRecord },
    { onlyIf, inSameWrite }: LayoutCommit,
  ): Promise<void> {
    const { objects, commit } = this.#index;
    await this.#requireLocked(key, onlyIf);
    const wasThere = objects.find(this.#bucket, key) !== null && (await this.#files.state(path)) !== null;
    await this.#publish(temporary.path, path, key);
    try {
      await commit.write(() => {
        objects.put(this.#bucket, key, { record, file: null, stamp: temporary.stamp });
        inSameWrite?.();
      });
    } catch (error) {
      await this.#writer.withdraw(path, wasThere, error);
    }
  }

  async #publish(from: string, to: string, key: string): Promise<void> {
    try {
      await this.#writer.publish(from, to);
    } catch (error) {
      if (!NOT_A_PATH.includes(codeOf(error) ?? '')) throw error;
      const why = 'there keys are file paths, and a file stands where a folder should or the reverse';
      throw keyRefused({ bucket: this.#bucket, key }, why, error);
    }
  }

  /** Under the key's lock. */
  async #deleteAlone(key: string, path: string): Promise<void> {
    const { objects, commit } = this.#index;
    await this.#writer.remove(path);
    if (objects.find(this.#bucket, key) !== null) await commit.write(() => objects.remove(this.#bucket, key));
  }
}

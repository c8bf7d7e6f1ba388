import type { EngineIndex } from '../../index/engine-index.js';
import type { FileState, Files, OpenFile } from '../../../file-system/files.js';
import type { KeyedQueue } from '../../../../../flow/sharing/keyed-queue.js';
import { filePathOf } from './key-path.js';
import type { ObjectRow } from '../../index/object-index.js';
import { hexOfBase64, NO_ATTRIBUTES, type ObjectRecord, type OpenObject } from '../../contract/object-record.js';
import { digestFile } from '../../bytes/temporary-file.js';

/** The result for a reader with a shared lock: `unsure` where the row must first be updated or removed. */
type KnownResult<T> = T | null | 'unsure';

/** The place of the bytes of a bucket of plain files. */
export interface PlainPlace {
  readonly files: Files;
  readonly bucket: string;
  readonly root: string;
}

/**
 * The record of a file from its bytes; attributes and a multipart ETag are kept where the row describes the same bytes.
 */
const derive = async (file: OpenFile, state: FileState, row: ObjectRow | null): Promise<ObjectRecord> => {
  const { etag, checksums } = await digestFile(file, state.size, { algorithms: [] });
  const sha256 = hexOfBase64(checksums.SHA256);
  if (row?.record.sha256 === sha256) return row.record;
  return {
    size: state.size,
    etag: `"${etag}"`,
    modified: state.modified.getTime(),
    sha256,
    attributes: NO_ATTRIBUTES,
    checksums: { SHA256: checksums.SHA256 },
    checksumType: 'FULL_OBJECT',
    parts: [],
  };
};

/** Closes the file unless `work` returns it. */
const closedUnlessAnswered = async (
  file: OpenFile,
  work: () => Promise<OpenObject | null>,
): Promise<OpenObject | null> => {
  let found: OpenObject | null = null;
  try {
    found = await work();
    return found;
  } finally {
    if (found === null) await file.close();
  }
};

/**
 * Opens plain files with their records. Any number of readers share a key, but not with a writer. A reader that finds a
 * file other than its row describes takes the exclusive lock, digests the file and updates the row.
 */
export class PlainReader {
  readonly #files: Files;
  readonly #bucket: string;
  readonly #root: string;
  readonly #index: EngineIndex;
  readonly #locks: KeyedQueue;

  constructor({ files, bucket, root }: PlainPlace, index: EngineIndex, locks: KeyedQueue) {
    this.#files = files;
    this.#bucket = bucket;
    this.#root = root;
    this.#index = index;
    this.#locks = locks;
  }

  async head(key: string): Promise<ObjectRecord | null> {
    const known = await this.#locks.share(key, () => this.#headKnown(key));
    return known === 'unsure' ? this.#locks.run(key, () => this.headLocked(key)) : known;
  }

  async heads(keys: readonly string[]): Promise<readonly (ObjectRecord | null)[]> {
    const rows = this.#index.objects.findAll(this.#bucket, keys);
    return Promise.all(keys.map(async (key) => (await this.#describedBy(rows.get(key), key)) ?? this.head(key)));
  }

  async open(key: string): Promise<OpenObject | null> {
    const path = this.#pathOf(key);
    if (path === null) return null;
    const known = await this.#locks.share(key, () => this.#openKnown(key, path));
    return known === 'unsure' ? this.#locks.run(key, () => this.#openNow(key, path)) : known;
  }

  /** As `head`, for a caller with the exclusive lock. */
  async headLocked(key: string): Promise<ObjectRecord | null> {
    const path = this.#pathOf(key);
    if (path === null) return null;
    const state = await this.#files.state(path);
    if (state?.kind !== 'file') return this.#forget(key);
    const row = this.#rowOf(key);
    if (row?.stamp === state.stamp) return row.record;
    const found = await this.#openNow(key, path);
    await found?.file.close();
    return found?.record ?? null;
  }

  /** A row that describes the file with the very stamp that it has later needs no lock: both are of one moment. */
  async #describedBy(row: ObjectRow | undefined, key: string): Promise<ObjectRecord | null> {
    const path = row === undefined ? null : this.#pathOf(key);
    const state = path === null ? null : await this.#files.state(path);
    return state?.kind === 'file' && row?.stamp === state.stamp ? row.record : null;
  }

  async #headKnown(key: string): Promise<KnownResult<ObjectRecord>> {
    const path = this.#pathOf(key);
    const state = path === null ? null : await this.#files.state(path);
    const row = this.#rowOf(key);
    if (state?.kind !== 'file') return row === null ? null : 'unsure';
    return row?.stamp === state.stamp ? row.record : 'unsure';
  }

  async #openKnown(key: string, path: string): Promise<KnownResult<OpenObject>> {
    const file = await this.#files.open(path);
    const row = this.#rowOf(key);
    if (file === null) return row === null ? null : 'unsure';
    const found = await closedUnlessAnswered(file, async () => {
      const isKnown = row !== null && row.stamp === (await file.state()).stamp;
      return isKnown ? { record: row.record, file, path } : null;
    });
    return found ?? 'unsure';
  }

  async #openNow(key: string, path: string): Promise<OpenObject | null> {
    const file = await this.#files.open(path);
    if (file === null) return this.#forget(key);
    return closedUnlessAnswered(file, async () => {
      const state = await file.state();
      if (state.kind !== 'file') return this.#forget(key);
      const known = this.#rowOf(key);
      if (known?.stamp === state.stamp) return { record: known.record, file, path };
      const record = await derive(file, state, known);
      await this.#note(key, { record, file: null, stamp: state.stamp });
      return { record, file, path };
    });
  }

  /** Only saves work for the next reader, so a full disk must not fail this one. */
  async #note(key: string, row: ObjectRow): Promise<void> {
    const { objects, commit } = this.#index;
    await commit.write(() => objects.put(this.#bucket, key, row)).catch(() => undefined);
  }

  /** There is no file: a row for one is older than its removal by another program. */
  #forget(key: string): null {
    const { objects, commit } = this.#index;
    if (this.#rowOf(key) !== null) commit.later(() => objects.remove(this.#bucket, key));
    return null;
  }

  #rowOf(key: string): ObjectRow | null {
    return this.#index.objects.find(this.#bucket, key);
  }

  #pathOf(key: string): string | null {
    const place = filePathOf(this.#root, key);
    return place.ok ? place.value : null;
  }
}

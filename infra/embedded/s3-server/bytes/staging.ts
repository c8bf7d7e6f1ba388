import { randomUUID } from 'node:crypto';
import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ChecksumAlgorithm, Range, Staged } from '../engine/object-engine.js';
import { openDescriptor } from '../../file-system/descriptor.js';
import type { Leftovers } from '../../file-system/leftovers.js';
import { nodeFiles, READ_LINKED_FLAGS, type Files } from '../../file-system/files.js';
import type { MovableFile, OpenObject } from '../layouts/layout.js';
import type { OpenRange } from '../engine/object-reader.js';
import { hexOfBase64, knownDigests, type KnownDigests, type ObjectRecord } from '../engine/object-record.js';
import { withStoreFaults } from '../engine/store-fault.js';
import type { CopyResult } from './copy-order.js';
import { LARGE_BYTES } from './copy-sizes.js';
import type { CopyThreads } from './copy-threads.js';
import type { FilePlace } from './small-files.js';
import {
  chunksOf,
  cloneTemporaryFile,
  writeTemporaryFile,
  type Digesting,
  type ReservedName,
  type TemporaryFile,
} from './temporary-file.js';

const PREFIX = 'object-';

interface DigestOptions {
  readonly algorithms: readonly ChecksumAlgorithm[];
  /** Called repeatedly while the bytes are read. */
  readonly onMoved?: (() => void) | undefined;
}

const temporaryOf = (path: string, copied: Omit<CopyResult, 'source'>): TemporaryFile => {
  const { size, stamp, etag, sha256 } = copied;
  return { path, size, stamp, etag, checksums: { SHA256: sha256 } };
};

/** Without a thread, which takes longer to begin than a few small files take. */
const writeSmallFile = async (
  files: Files,
  { path, size, to }: { readonly path: string; readonly size: number; readonly to: string },
  onMoved?: (bytes: number) => void,
): Promise<WrittenFile> => {
  const file = await withStoreFaults(openDescriptor(path, READ_LINKED_FLAGS));
  try {
    const reading = { algorithms: [], etagFrom: 'sha256' } as const;
    const temporary = await writeTemporaryFile(files, to, told(chunksOf(file, 0, size - 1), onMoved), reading);
    const { size: sourceSize, mtimeMs } = fstatSync(file.number);
    return { ...temporary, source: { size: sourceSize, mtimeMs } };
  } finally {
    await file.close();
  }
};

async function* told(
  chunks: AsyncIterable<Uint8Array>,
  onMoved: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    onMoved(chunk.length);
  }
}

/** A file that is no object, of at most this size. */
export interface LocalBytes {
  readonly path: string;
  readonly size: number;
  /** A name for the bytes, where they may be written where they are to stay. */
  readonly reserve?: (() => Promise<ReservedName>) | undefined;
}

type WrittenFile = TemporaryFile & Pick<CopyResult, 'source'>;

/** What a thread copies whole, and where to. */
export interface CopiedWhole {
  readonly record: ObjectRecord;
  readonly from: FilePlace;
  readonly to: FilePlace;
}

/** Incoming bytes: files in a temporary folder, in which only names that begin with `object-` are ours. */
export class Staging {
  readonly #files: Files;
  readonly #folder: string;
  readonly #threads: CopyThreads;
  readonly #handedOut = new WeakMap<Staged, TemporaryFile>();
  #clones = true;

  constructor(files: Files, folder: string, threads: CopyThreads) {
    this.#files = files;
    this.#threads = threads;
    this.#folder = folder;
  }

  write(body: AsyncIterable<Uint8Array>, digesting: Digesting): Promise<TemporaryFile> {
    return writeTemporaryFile(this.#files, this.#freshPath(), body, digesting);
  }

  /** Bytes of an open file; null where a thread is not worth it. */
  copyOpened({ number, start, end }: OpenRange): Promise<TemporaryFile | null> {
    return this.#threads.counted(async () => {
      if (!this.#threads.isWorthIt(end - start + 1)) return null;
      const order = { from: number, start, end, to: this.#freshPath(), known: null, etagFrom: 'sha256' } as const;
      return temporaryOf(order.to, await withStoreFaults(this.#threads.copy(order)));
    });
  }

  /** The bytes of a file, and its state after it was read. */
  writeFile(local: LocalBytes, onMoved?: (bytes: number) => void): Promise<WrittenFile> {
    const { path, size } = local;
    const to = this.#freshPath();
    return this.#threads.counted(async () => {
      if (!this.#threads.isWorthIt(size)) return writeSmallFile(this.#files, { path, size, to }, onMoved);
      const placed = await this.#place(local);
      if (placed !== null) return placed;
      const order = { from: path, start: 0, end: size - 1, to, known: null, etagFrom: 'sha256' } as const;
      const { source, ...copied } = await withStoreFaults(this.#threads.copy(order, onMoved));
      return { ...temporaryOf(to, copied), source };
    });
  }

  /** The bytes of a stored object from `start` to `end`, by a clone where the volume has them. */
  async copy(source: OpenObject, { start, end }: Required<Range>, options: DigestOptions): Promise<TemporaryFile> {
    const { record, file } = source;
    const { algorithms, onMoved } = options;
    const size = end - start + 1;
    const isWhole = size === record.size;
    const known = isWhole ? knownDigests(record) : null;
    const temporary =
      (isWhole ? await this.#clone(source, options) : null) ??
      (await this.#copyInThread(source, { start, end, known }, options)) ??
      (await writeTemporaryFile(this.#files, this.#freshPath(), chunksOf(file, start, end, onMoved), {
        algorithms,
        known,
      }));
    if (temporary.size === size) return temporary;
    await this.remove(temporary);
    throw new ByteStoreFault('store-unavailable', `${source.path} gave ${temporary.size} bytes instead of ${size}`);
  }

  /**
   * Whether small objects may be copied whole by threads, as far as is known: they use the operations of the system, and
   * make no clones.
   */
  get copiesWhole(): boolean {
    return this.#files === nodeFiles && !this.#clones;
  }

  /** Copies a small object in a thread, which also moves it to its path; null where that is not worth it, or was declined. */
  async copyWhole({ record, from, to }: CopiedWhole): Promise<MovableFile | null> {
    const known = knownDigests(record);
    const { size } = record;
    if (known === null || size >= LARGE_BYTES || !this.#threads.isWorthIt(size)) return null;
    const temporary = this.#freshPath();
    const copied = await withStoreFaults(this.#threads.copyWhole({ from, size, temporary, to, known }));
    if (copied.kind === 'declined') return null;
    const { stamp, etag, sha256 } = copied;
    const file = temporaryOf(temporary, { size, stamp, etag, sha256 });
    return { file, copied, discard: () => this.remove(file) };
  }

  /** Removes the file, unless it was moved away. */
  async remove({ path, reserved }: Pick<TemporaryFile, 'path' | 'reserved'>): Promise<void> {
    if (reserved !== undefined) return reserved.release();
    await this.#files.unlink(path).catch(() => false); // the next open removes what stays
  }

  /** The handle of staged bytes for callers of the engine. */
  handOut<More extends object>(temporary: TemporaryFile, more: More): Staged & More {
    const { size, etag, checksums } = temporary;
    const discard = async (): Promise<void> => {
      if (this.#handedOut.delete(staged)) await this.remove(temporary);
    };
    const staged: Staged & More = { size, etag, checksums, discard, ...more };
    this.#handedOut.set(staged, temporary);
    return staged;
  }

  /** Gives its file, once. */
  takeBack(staged: Staged): TemporaryFile {
    const temporary = this.#handedOut.get(staged);
    if (temporary === undefined) throw new Error('these staged bytes were used or discarded before');
    this.#handedOut.delete(staged);
    return temporary;
  }

  /** Removes files that an earlier process left. */
  async sweep(leftovers: Leftovers): Promise<void> {
    const left = (await this.#files.readFolder(this.#folder)).filter(({ name }) => name.startsWith(PREFIX));
    for (const path of left.map(({ name }) => join(this.#folder, name)))
      await leftovers.attempt(path, () => this.#files.unlink(path));
  }

  #freshPath(): string {
    return join(this.#folder, PREFIX + randomUUID());
  }

  /** Has a thread write a small file where its bytes are to stay; null where that was not done. */
  async #place({ path: from, size, reserve }: LocalBytes): Promise<WrittenFile | null> {
    if (reserve === undefined || size >= LARGE_BYTES || this.#files !== nodeFiles) return null;
    const reserved = await reserve();
    const to = reserved.place;
    const placed = await withStoreFaults(this.#threads.place({ from, size, to })).catch(async (error: unknown) => {
      await reserved.release();
      throw error;
    });
    if (placed?.isDurable === true) return { ...temporaryOf(to.path, placed), source: placed.source, reserved };
    await reserved.release();
    return null;
  }

  /** Null where that is not worth it, or where it has other digests to compute. */
  async #copyInThread(
    { file: { number } }: OpenObject,
    { start, end, known }: Required<Range> & { readonly known: KnownDigests | null },
    { algorithms, onMoved }: DigestOptions,
  ): Promise<TemporaryFile | null> {
    if (number === undefined || algorithms.some((each) => each !== 'SHA256')) return null;
    if (!this.#threads.isWorthIt(end - start + 1)) return null;
    const order = { from: number, start, end, to: this.#freshPath(), known, etagFrom: 'md5' } as const;
    return temporaryOf(order.to, await withStoreFaults(this.#threads.copy(order, onMoved)));
  }

  /**
   * Null where clones are not supported, or where the clone may not be of the open file, since another file may have
   * been at its path. The bytes are read instead.
   */
  async #clone({ file, path, record }: OpenObject, options: DigestOptions): Promise<TemporaryFile | null> {
    if (!this.#clones) return null;
    const reading = { ...options, known: knownDigests(record) };
    const temporary = await cloneTemporaryFile(this.#files, this.#freshPath(), path, reading);
    if (temporary === null) {
      this.#clones = (await this.#files.state(path)) === null;
      return null;
    }
    const isTheFile = (await this.#files.state(path))?.stamp === (await file.state()).stamp;
    if (isTheFile && hexOfBase64(temporary.checksums.SHA256) === record.sha256) return temporary;
    await this.remove(temporary);
    return null;
  }
}

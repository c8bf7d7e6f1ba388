import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ChecksumAlgorithm, Range, StagedBytes } from '../contract/object-engine.js';
import { chunksOf } from '../../file-system/chunks-of.js';
import { linkAlone } from '../../file-system/link-alone.js';
import type { Leftovers } from '../../file-system/leftovers.js';
import type { Files } from '../../file-system/files.js';
import { knownDigests, type OpenObject } from '../contract/object-record.js';
import {
  digestFile,
  writeTemporaryFile,
  type DigestOptions,
  type FileReadOptions,
  type TemporaryFile,
} from './temporary-file.js';

const PREFIX = 'object-';

interface CopyOptions {
  readonly algorithms: readonly ChecksumAlgorithm[];
  /** Whether the copy of a whole object may be a second name of its file. */
  readonly mayLink: boolean;
  /** Called repeatedly while the bytes are read. */
  readonly onMoved?: ((bytes: number) => void) | undefined;
}

/** Incoming bytes: files in a temporary folder, in which only names that begin with `object-` are ours. */
export class Staging {
  readonly #files: Files;
  readonly #folder: string;
  readonly #handedOut = new WeakMap<StagedBytes, TemporaryFile>();

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  write(body: AsyncIterable<Uint8Array>, digesting: DigestOptions): Promise<TemporaryFile> {
    return writeTemporaryFile(this.#files, this.#freshPath(), body, digesting);
  }

  /** The bytes of a stored object from `start` to `end`, which are read and digested anew. */
  async copy(
    source: OpenObject,
    { start, end }: Required<Range>,
    { algorithms, mayLink, onMoved }: CopyOptions,
  ): Promise<TemporaryFile> {
    const { record, file, path } = source;
    const size = end - start + 1;
    const isWhole = size === record.size;
    const known = isWhole ? knownDigests(record) : null;
    const linked = isWhole && mayLink ? await this.#link(source, { algorithms, known, onMoved }) : null;
    if (linked !== null) return linked;
    const temporary = await this.write(chunksOf(file, start, end, onMoved), { algorithms, known });
    if (temporary.size === size) return temporary;
    await this.remove(temporary);
    throw new ByteStoreFault('store-unavailable', `${path} gave ${temporary.size} bytes instead of ${size}`);
  }

  /** Removes the file, unless it was moved away. */
  async remove({ path }: Pick<TemporaryFile, 'path'>): Promise<void> {
    await this.#files.unlink(path).catch(() => false); // the next open removes what stays
  }

  /** The handle of staged bytes for callers of the engine. */
  handOut(temporary: TemporaryFile): StagedBytes {
    const { size, etag, checksums } = temporary;
    const discard = async (): Promise<void> => {
      if (this.#handedOut.delete(staged)) await this.remove(temporary);
    };
    const staged: StagedBytes = { size, etag, checksums, discard };
    this.#handedOut.set(staged, temporary);
    return staged;
  }

  /** Gives its file, once. */
  takeBack(staged: StagedBytes): TemporaryFile {
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

  /** A second name of the object's file; null where it cannot have one. Its bytes are durable already. */
  async #link({ file, path: from, record }: OpenObject, reading: FileReadOptions): Promise<TemporaryFile | null> {
    const path = this.#freshPath();
    const linked = await linkAlone(this.#files, { file, from, to: path });
    if (linked === null) return null;
    const { size, stamp } = linked;
    try {
      return { path, size, stamp, ...(await digestFile(file, record.size, reading)) };
    } catch (error) {
      await this.remove({ path });
      throw error;
    }
  }

  #freshPath(): string {
    return join(this.#folder, PREFIX + randomUUID());
  }
}

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ChecksumAlgorithm, Range, Staged } from '../engine/object-engine.js';
import { chunksOf } from '../../file-system/chunks-of.js';
import type { Leftovers } from '../../file-system/leftovers.js';
import type { Files } from '../../file-system/files.js';
import type { OpenObject } from '../layouts/layout.js';
import { knownDigests } from '../engine/object-record.js';
import { writeTemporaryFile, type Digesting, type TemporaryFile } from './temporary-file.js';

const PREFIX = 'object-';

interface DigestOptions {
  readonly algorithms: readonly ChecksumAlgorithm[];
  /** Called repeatedly while the bytes are read. */
  readonly onMoved?: (() => void) | undefined;
}

/** Incoming bytes: files in a temporary folder, in which only names that begin with `object-` are ours. */
export class Staging {
  readonly #files: Files;
  readonly #folder: string;
  readonly #handedOut = new WeakMap<Staged, TemporaryFile>();

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  write(body: AsyncIterable<Uint8Array>, digesting: Digesting): Promise<TemporaryFile> {
    return writeTemporaryFile(this.#files, this.#freshPath(), body, digesting);
  }

  /** The bytes of a stored object from `start` to `end`. */
  async copy(
    { record, file, path }: OpenObject,
    { start, end }: Required<Range>,
    { algorithms, onMoved }: DigestOptions,
  ): Promise<TemporaryFile> {
    const size = end - start + 1;
    const known = size === record.size ? knownDigests(record) : null;
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
  handOut(temporary: TemporaryFile): Staged {
    const { size, etag, checksums } = temporary;
    const discard = async (): Promise<void> => {
      if (this.#handedOut.delete(staged)) await this.remove(temporary);
    };
    const staged: Staged = { size, etag, checksums, discard };
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
}

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ChecksumAlgorithm, Staged } from '../engine/object-engine.js';
import type { Files } from '../../file-system/files.js';
import type { Found } from '../layouts/layout.js';
import { hexOfBase64, knownDigests } from '../engine/object-record.js';
import { chunksOf, cloneTemporaryFile, writeTemporaryFile, type TemporaryFile } from './temporary-file.js';

const PREFIX = 'object-';

interface CopyWish {
  readonly algorithms: readonly ChecksumAlgorithm[];
  /** Told again and again while the bytes are read. */
  readonly onMoved?: (() => void) | undefined;
}

/** Bytes on their way in: files of the temporary folder that nobody can see. */
export interface Staging {
  write(body: AsyncIterable<Uint8Array>, algorithms: readonly ChecksumAlgorithm[]): Promise<TemporaryFile>;
  /** The bytes of a stored object from `start` to `end` (inclusive), by a clone where the volume has them. */
  copy(found: Found, range: { readonly start: number; readonly end: number }, wish: CopyWish): Promise<TemporaryFile>;
  /** Removes the file, unless it was moved away. */
  remove(temporary: TemporaryFile): Promise<void>;
  /** What the caller of the engine holds. */
  handOut(temporary: TemporaryFile): Staged;
  /** Gives the file behind it, once. */
  claim(staged: Staged): TemporaryFile;
  /** Removes what an earlier process left. */
  sweep(): Promise<void>;
}

/** Stages in `folder`, where only files whose names begin with `object-` are the engine's. */
export const staging = (files: Files, folder: string): Staging => {
  const handedOut = new WeakMap<Staged, TemporaryFile>();
  let clones = true;

  const freshPath = (): string => join(folder, PREFIX + randomUUID());
  const remove = async ({ path }: Pick<TemporaryFile, 'path'>): Promise<void> => {
    await files.unlink(path).catch(() => false); // the next open removes what stays
  };

  /**
   * Null where there are no clones, or where the clone is not of the file that is open: its path may hold another one by
   * now, or have led to another for a moment. What is not known to be the same is read instead.
   */
  const clone = async ({ file, path, record }: Found, wish: CopyWish) => {
    if (!clones) return null;
    const temporary = await cloneTemporaryFile(files, freshPath(), path, { ...wish, known: knownDigests(record) });
    if (temporary === null) {
      clones = (await files.state(path)) === null;
      return null;
    }
    const isTheFile = (await files.state(path))?.stamp === (await file.state()).stamp;
    if (isTheFile && hexOfBase64(temporary.checksums.SHA256) === record.sha256) return temporary;
    await remove(temporary);
    return null;
  };

  return {
    write: (body, algorithms) => writeTemporaryFile(files, freshPath(), body, algorithms),
    async copy(found, { start, end }, wish) {
      const { record, file } = found;
      const { algorithms, onMoved } = wish;
      const size = end - start + 1;
      const isWhole = size === record.size;
      const known = isWhole ? knownDigests(record) : null;
      const temporary =
        (isWhole ? await clone(found, wish) : null) ??
        (await writeTemporaryFile(files, freshPath(), chunksOf(file, start, end, onMoved), algorithms, known));
      if (temporary.size === size) return temporary;
      await remove(temporary);
      throw new ByteStoreFault('store-unavailable', `${found.path} gave ${temporary.size} bytes instead of ${size}`);
    },
    remove,
    handOut(temporary) {
      const { size, md5, checksums } = temporary;
      const discard = async (): Promise<void> => {
        if (handedOut.delete(staged)) await remove(temporary);
      };
      const staged: Staged = { size, md5, checksums, discard };
      handedOut.set(staged, temporary);
      return staged;
    },
    claim(staged) {
      const temporary = handedOut.get(staged);
      if (temporary === undefined) throw new Error('these staged bytes were used or discarded before');
      handedOut.delete(staged);
      return temporary;
    },
    async sweep() {
      for (const { name } of await files.readFolder(folder))
        if (name.startsWith(PREFIX)) await files.unlink(join(folder, name));
    },
  };
};

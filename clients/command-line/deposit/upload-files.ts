import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import type { ObjectAddress, DepositObjects, ObjectDescription } from './deposit-objects.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { changedFile, isAsItWas } from '../folder/file-faults.js';
import type { LocalFile } from '../folder/folder-inspection.js';
import { mediaTypeOf } from './media-type.js';
import { patiently, realPatience, type Patience } from '../../api/patience.js';
import { readWholeFile } from '../folder/read-whole-file.js';

export interface Upload {
  readonly file: LocalFile;
  readonly to: ObjectAddress;
  /** Lower-case hex, where it is known. */
  readonly sha256: string | undefined;
}

/** Uploads files, and tells of those that are done. Rejects with CommandFault for a file that changes on the way. */
export type Uploader = (uploads: readonly Upload[], advance: Advance) => Promise<void>;

/** Told of files that are done, and of bytes as they go; bytes that must go again are taken back. */
export type Advance = (files: number, bytes: number) => void;

/** Enough that a store which syncs what it takes can sync for many at once. */
const AT_ONCE = 32;

/** Up to here a file is read at once, so that its digest is known before it is sent. */
const SMALL_BYTES = 1024 * 1024;

/** An uploader that works in this thread. A file that the store is not there for is put again for a minute. */
export const uploadFiles = (
  objects: Pick<DepositObjects, 'put'>,
  uploads: readonly Upload[],
  advance: Advance,
  patience: Patience = realPatience(),
): Promise<void> =>
  forEachConcurrently(uploads, { width: AT_ONCE }, async (upload) => {
    const { size } = upload.file;
    const sent =
      size <= SMALL_BYTES
        ? await patiently(() => putSmall(objects, upload), patience)
        : await patiently(() => putLarge(objects, upload, advance), patience);
    advance(1, size - sent);
  });

/** A store knows no time of a file but that of its upload, so the file's own goes with it, as other tools write it. */
const described = ({ path, modifiedMs }: LocalFile): ObjectDescription => ({
  contentType: mediaTypeOf(path),
  ...(modifiedMs > 0 ? { metadata: { mtime: (modifiedMs / 1_000).toFixed(6) } } : {}),
});

const putSmall = async (
  objects: Pick<DepositObjects, 'put'>,
  { file, to, sha256: expected }: Upload,
): Promise<number> => {
  const bytes = await readWholeFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if ((expected ?? sha256) !== sha256) throw changedFile(file);
  await objects.put(to, bytes, { ...described(file), sha256 });
  return 0;
};

/** Answers of how many bytes it has told. */
const putLarge = async (
  objects: Pick<DepositObjects, 'put'>,
  { file, to, sha256 }: Upload,
  advance: Advance,
): Promise<number> => {
  let told = 0;
  const tell = (bytes: number): void => {
    told += bytes;
    advance(0, bytes);
  };
  const stream = bytesOf(file, tell);
  const options = { ...described(file), ...(sha256 === undefined ? {} : { sha256 }) };
  try {
    await objects.put(to, { stream, size: file.size }, options);
    await requireUnchanged(file);
    return told;
  } catch (error) {
    tell(-told);
    await requireUnchanged(file); // the better reason, where it is the reason
    throw error;
  } finally {
    stream.destroy();
  }
};

/** The bytes of a file, told of as they go. */
const bytesOf = (file: LocalFile, tell: (bytes: number) => void): Transform => {
  const bytes = new Transform({
    transform(chunk: Buffer, _, done) {
      tell(chunk.length);
      done(null, chunk);
    },
  });
  return pipeline(createReadStream(file.location), bytes, () => undefined); // whoever reads it meets its errors
};

const requireUnchanged = async (file: LocalFile): Promise<void> => {
  const now = await stat(file.location).catch(() => null);
  if (now === null || !isAsItWas(file, now)) throw changedFile(file);
};

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import type { ObjectAddress, DepositObjects, ObjectDescription } from './deposit-objects.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { changedFile, isUnchangedFile } from '../folder/file-faults.js';
import type { LocalFile } from '../folder/folder-inspection.js';
import { mediaTypeOf } from './media-type.js';
import { withRetries, realRetryContext, type RetryContext } from '../../api/with-retries.js';
import { readWholeFile } from '../folder/read-whole-file.js';

export interface Upload {
  readonly file: LocalFile;
  readonly to: ObjectAddress;
  /** Lower-case hex, where it is known. */
  readonly sha256: string | undefined;
}

/** Uploads files, and reports progress. Rejects with CommandFault for a file that changes during the upload. */
export type Uploader = (uploads: readonly Upload[], advance: Advance) => Promise<void>;

/** Called with finished files and sent bytes; negative for bytes that must be sent again. */
export type Advance = (files: number, bytes: number) => void;

/** Enough that a store can sync many files together. */
const CONCURRENT_UPLOADS = 32;

/** Up to this size a file is read whole, so that its digest is known before it is sent. */
const SMALL_BYTES = 1024 * 1024;

/** Uploads files in this thread; each is retried for a minute while the store is unavailable. */
export const uploadFiles = (
  objects: Pick<DepositObjects, 'put'>,
  uploads: readonly Upload[],
  advance: Advance,
  retries: RetryContext = realRetryContext(),
): Promise<void> =>
  forEachConcurrently(uploads, { width: CONCURRENT_UPLOADS }, async (upload) => {
    const { size } = upload.file;
    const sent =
      size <= SMALL_BYTES
        ? await withRetries(() => putSmall(objects, upload), retries)
        : await withRetries(() => putLarge(objects, upload, advance), retries);
    advance(1, size - sent);
  });

/** The file's own time is stored as `mtime`, as other tools do, since the store records only the time of the upload. */
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

/** Answers how many bytes it has reported. */
const putLarge = async (
  objects: Pick<DepositObjects, 'put'>,
  { file, to, sha256 }: Upload,
  advance: Advance,
): Promise<number> => {
  let reported = 0;
  const report = (bytes: number): void => {
    reported += bytes;
    advance(0, bytes);
  };
  const stream = bytesOf(file, report);
  const options = { ...described(file), ...(sha256 === undefined ? {} : { sha256 }) };
  try {
    await objects.put(to, { stream, size: file.size }, options);
    await requireUnchanged(file);
    return reported;
  } catch (error) {
    report(-reported);
    await requireUnchanged(file); // a changed file is the better reason
    throw error;
  } finally {
    stream.destroy();
  }
};

/** The bytes of a file, reported as they are read. */
const bytesOf = (file: LocalFile, report: (bytes: number) => void): Transform => {
  const bytes = new Transform({
    transform(chunk: Buffer, _, done) {
      report(chunk.length);
      done(null, chunk);
    },
  });
  return pipeline(createReadStream(file.location), bytes, () => undefined); // its reader gets the errors
};

const requireUnchanged = async (file: LocalFile): Promise<void> => {
  const now = await stat(file.location).catch(() => null);
  if (now === null || !isUnchangedFile(file, now)) throw changedFile(file);
};

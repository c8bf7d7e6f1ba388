import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ByteStore, ObjectAddress } from '../../formats/bytes.js';
import { atMost } from './at-most.js';
import { changedFile, isAsItWas } from './file-faults.js';
import type { LocalFile } from './folder-inspection.js';
import { mediaTypeOf } from '../../formats/media-types/by-extension.js';
import { readWholeFile } from './read-whole-file.js';

export interface Upload {
  readonly file: LocalFile;
  readonly to: ObjectAddress;
  /** Lower-case hex, where it is known. */
  readonly sha256: string | undefined;
}

/** Uploads files, and tells of those that are done. Rejects with CommandFault for a file that changes on the way. */
export type Uploader = (uploads: readonly Upload[], advance: (files: number, bytes: number) => void) => Promise<void>;

/** Enough that a store which syncs what it takes can sync for many at once. */
const AT_ONCE = 32;

/** Up to here a file is read at once, so that its digest is known before it is sent. */
const SMALL_BYTES = 1024 * 1024;

/** An uploader that works in this thread. */
export const uploadFiles = (
  objects: Pick<ByteStore, 'put'>,
  uploads: readonly Upload[],
  advance: (files: number, bytes: number) => void,
): Promise<void> =>
  atMost(AT_ONCE, uploads, async (upload) => {
    await (upload.file.size <= SMALL_BYTES ? putSmall(objects, upload) : putLarge(objects, upload));
    advance(1, upload.file.size);
  });

const putSmall = async (objects: Pick<ByteStore, 'put'>, { file, to, sha256: expected }: Upload): Promise<void> => {
  const bytes = await readWholeFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if ((expected ?? sha256) !== sha256) throw changedFile(file);
  await objects.put(to, bytes, { contentType: mediaTypeOf(file.path), sha256 });
};

const putLarge = async (objects: Pick<ByteStore, 'put'>, { file, to, sha256 }: Upload): Promise<void> => {
  const stream = createReadStream(file.location);
  const options = { contentType: mediaTypeOf(file.path), ...(sha256 === undefined ? {} : { sha256 }) };
  try {
    await objects.put(to, { stream, size: file.size }, options);
  } catch (error) {
    await requireUnchanged(file); // the better reason, where it is the reason
    throw error;
  } finally {
    stream.destroy();
  }
  await requireUnchanged(file);
};

const requireUnchanged = async (file: LocalFile): Promise<void> => {
  const now = await stat(file.location).catch(() => null);
  if (now === null || !isAsItWas(file, now)) throw changedFile(file);
};

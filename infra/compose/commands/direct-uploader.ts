import { constants, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { realRetryContext, withRetries, type RetryContext } from '../../../clients/api/with-retries.js';
import {
  described,
  placeOf,
  type Advance,
  type Upload,
  type Uploader,
} from '../../../clients/command-line/deposit/upload-files.js';
import { changedFile, isUnchangedFile, unreadableFile } from '../../../clients/command-line/folder/file-faults.js';
import type { LocalFile } from '../../../clients/command-line/folder/folder-inspection.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { sha256FromBase64 } from '../../../formats/digests/sha256-text.js';
import { chunksOf } from '../../embedded/file-system/chunks-of.js';
import { openLinkedFile } from '../../embedded/file-system/files.js';
import type { ObjectEngine, StagedBytes } from '../../embedded/s3-server/s3-server.js';

/** Enough that the syncs of many files and of their rows are made together. */
const CONCURRENT_UPLOADS = 96;

/** Puts files into the object store of this process, without a way over HTTP (docs/adr/0087). */
export const directUploader = (engine: ObjectEngine, patience: RetryContext = realRetryContext()): Uploader => ({
  files: (deposit, uploads, advance) => {
    const { bucket, prefix } = placeOf(deposit);
    return forEachConcurrently(uploads, { width: CONCURRENT_UPLOADS }, (upload) => {
      const to = { bucket, key: prefix + upload.path };
      return withRetries(() => put(engine, { ...upload, to }, advance), patience);
    });
  },
  folders: async (deposit, paths) => {
    const { bucket, prefix } = placeOf(deposit);
    await forEachConcurrently(paths, { width: CONCURRENT_UPLOADS }, async (path) => {
      const none = { contentType: null, headers: {}, metadata: {} };
      await withRetries(async () => {
        await using staged = await staging(engine, bucket, Readable.from([]));
        await engine.commit(staged, { bucket, key: `${prefix}${path}/` }, { attributes: none, keep: ['SHA256'] });
      }, patience);
    });
  },
});

const put = async (
  engine: ObjectEngine,
  { file, to, sha256 }: Upload & { readonly to: { readonly bucket: string; readonly key: string } },
  advance: Advance,
): Promise<void> => {
  let reported = 0;
  const report = (bytes: number): void => {
    reported += bytes;
    advance(0, bytes);
  };
  try {
    await using staged = await stage(engine, { file, bucket: to.bucket }, report);
    const isExpected = sha256 === sha256FromBase64(staged.checksums.SHA256 ?? '');
    const state = statSync(file.location, { throwIfNoEntry: false });
    const isUnchanged = state !== undefined && isUnchangedFile(file, state);
    if (!isExpected || staged.size !== file.size || !isUnchanged) throw changedFile(file);
    const { contentType, metadata } = described(file);
    await engine.commit(staged, to, { attributes: { contentType, headers: {}, metadata }, keep: ['SHA256'] });
    advance(1, file.size - reported);
  } catch (error) {
    report(-reported);
    throw error;
  }
};

/** Bytes that are staged until the end of a block. */
const staging = async (
  engine: ObjectEngine,
  bucket: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StagedBytes & AsyncDisposable> => {
  const staged = await engine.stage(bucket, bytes, [], 'sha256');
  return Object.assign(staged, { [Symbol.asyncDispose]: () => staged.discard() });
};

const stage = async (
  engine: ObjectEngine,
  { file, bucket }: { readonly file: LocalFile; readonly bucket: string },
  report: (bytes: number) => void,
): Promise<StagedBytes & AsyncDisposable> => {
  try {
    const source = await openLinkedFile(file.location);
    try {
      return await staging(engine, bucket, chunksOf(source, 0, file.size - 1, report));
    } finally {
      await source.close();
    }
  } catch (error) {
    await access(file.location, constants.R_OK).catch((why: unknown) => {
      throw unreadableFile(file, why); // the better reason
    });
    throw error;
  }
};

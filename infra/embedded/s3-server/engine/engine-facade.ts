import type { Files } from '../../file-system/files.js';
import type { Leftovers } from '../../file-system/leftovers.js';
import type { ByteFiles } from '../bytes/byte-files.js';
import type { Staging } from '../bytes/staging.js';
import type { EngineIndex } from '../index/engine-index.js';
import type { Layout } from '../layouts/layout.js';
import { MultipartUploads } from '../uploads/multipart-uploads.js';
import { Buckets } from '../layouts/buckets.js';
import type { LostFiles, ObjectEngine } from '../contract/object-engine.js';
import { ObjectReader } from './object-reader.js';
import { ObjectWriter } from './object-writer.js';
import { withStoreFaults } from '../contract/store-fault.js';

/** The open parts of an engine. */
export interface EngineStores {
  readonly files: Files;
  readonly index: EngineIndex;
  readonly bytes: ByteFiles;
  readonly staging: Staging;
  readonly leftovers: Leftovers;
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly now: () => Date;
  readonly lost: LostFiles;
}

/** A method that rejects with faults only, and also where `work` throws before its first await. */
const faulting =
  <A extends unknown[], R>(work: (...args: A) => R | Promise<R>) =>
  (...args: A): Promise<R> =>
    withStoreFaults(Promise.resolve().then(() => work(...args)));

/** The ObjectEngine over its open parts. */
export const engineFacade = ({
  files,
  lost,
  index,
  bytes,
  staging,
  leftovers,
  layouts,
  now,
}: EngineStores): ObjectEngine => {
  const buckets = new Buckets(layouts);
  const reader = new ObjectReader(buckets, files);
  const writer = new ObjectWriter({ buckets, reader, staging, now });
  const uploads = new MultipartUploads({ index, bytes, staging, buckets, now });
  return {
    buckets: buckets.names,
    lost,
    stage: faulting((bucket, body, algorithms, etagFrom) => writer.stage(bucket, body, algorithms, etagFrom)),
    commit: faulting((staged, at, options) => writer.commit(staged, at, options)),
    head: faulting((at) => reader.head(at)),
    open: faulting((at, options) => reader.open(at, options)),
    link: faulting(({ etag, ...at }, path) => reader.link(at, etag, path)),
    copy: faulting((from, to, options) => writer.copy(from, to, options)),
    page: faulting((bucket, query) => reader.page(bucket, query)),
    list: (bucket, prefix, after) => reader.list(bucket, prefix, after),
    listFolders: (bucket, prefix, isWanted) => reader.listFolders(bucket, prefix, isWanted),
    totals: faulting((bucket, folders) => index.totals.of(bucket, folders)),
    delete: faulting((bucket, keys) => writer.delete(bucket, keys)),
    beginUpload: faulting((at, options) => uploads.begin(at, options)),
    putPart: faulting((uploadId, number, staged) => uploads.putPart(uploadId, number, staged)),
    upload: faulting((uploadId) => uploads.find(uploadId)),
    uploads: faulting((bucket, prefix) => uploads.inBucket(bucket, prefix)),
    parts: faulting((uploadId) => uploads.parts(uploadId)),
    completeUpload: faulting((uploadId, parts, options) => uploads.complete(uploadId, parts, options)),
    abortUpload: faulting((uploadId) => uploads.abort(uploadId)),
    leftovers: () => leftovers.count,
    fault: () => index.commit.fault(),
    close: faulting(async () => {
      if (!buckets.close()) return;
      leftovers.close();
      bytes.close();
      await index.close();
    }),
  };
};

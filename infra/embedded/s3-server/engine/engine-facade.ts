import type { Readable } from 'node:stream';
import { ByteStoreFault, type ListedObject, type ObjectAddress } from '../../../../formats/bytes.js';
import type { ByteFiles } from '../bytes/byte-files.js';
import type { CommitOptions, ObjectEngine, StoredObject } from './object-engine.js';
import type { EngineIndex } from '../index/engine-index.js';
import type { Found, Layout } from '../layouts/layout.js';
import { multipart } from '../uploads/multipart.js';
import { hexOfBase64, pickChecksums, storedObject, type ObjectRecord } from './object-record.js';
import { keyPage, type KeyPage } from './key-page.js';
import type { Staging } from '../bytes/staging.js';
import { withStoreFaults } from './store-fault.js';
import type { TemporaryFile } from '../bytes/temporary-file.js';

const LIST_PAGE = 1_000;

/** The open parts that the engine works with. */
export interface EngineParts {
  readonly index: EngineIndex;
  readonly bytes: ByteFiles;
  readonly staging: Staging;
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly now: () => Date;
}

interface Range {
  readonly start: number;
  readonly end?: number;
}

/** The last byte of a range that is cut at the end of the object. */
const lastByte = ({ start, end }: Range, size: number): number => {
  const last = Math.min(end ?? size - 1, size - 1);
  if (start >= 0 && start <= last) return last;
  throw new ByteStoreFault(
    'range-unsatisfiable',
    `bytes ${start} to ${end ?? 'the end'} of an object of ${size} bytes`,
  );
};

const wholeRecord = (temporary: TemporaryFile, options: Omit<CommitOptions, 'onlyIf'>, now: Date): ObjectRecord => ({
  size: temporary.size,
  etag: `"${temporary.md5}"`,
  modified: now.getTime(),
  sha256: hexOfBase64(temporary.checksums.SHA256),
  attributes: options.attributes,
  checksums: pickChecksums(temporary.checksums, options.keep),
  checksumType: 'FULL_OBJECT',
  parts: [],
});

export const objectEngine = ({ index, bytes, staging, layouts, now }: EngineParts): ObjectEngine => {
  let closed = false;

  const layoutOf = (bucket: string): Layout => {
    if (closed) throw new ByteStoreFault('store-unavailable', 'the object store is closed');
    const layout = layouts.get(bucket);
    if (layout === undefined) throw new ByteStoreFault('bucket-not-found', `there is no bucket ${bucket}`);
    return layout;
  };

  /** The object with its file open, or a fault; the caller closes the file. */
  const source = async (at: ObjectAddress, etag?: string): Promise<Found> => {
    const found = await layoutOf(at.bucket).open(at.key);
    if (found === null) throw new ByteStoreFault('object-not-found', `there is no object ${at.bucket}/${at.key}`);
    if (etag === undefined || etag === found.record.etag) return found;
    await found.file.close();
    const message = `${at.bucket}/${at.key} was expected with ETag ${etag}, but it has ${found.record.etag}`;
    throw new ByteStoreFault('precondition-failed', message);
  };

  const commit = async (
    temporary: TemporaryFile,
    at: ObjectAddress,
    { onlyIf, ...options }: CommitOptions,
  ): Promise<StoredObject> => {
    try {
      const record = wholeRecord(temporary, options, now());
      await layoutOf(at.bucket).commit(temporary, at.key, record, { onlyIf });
      return storedObject(at, record);
    } catch (error) {
      await staging.remove(temporary);
      throw error;
    }
  };

  const open = async (
    at: ObjectAddress,
    { range, etag }: { readonly range?: Range; readonly etag?: string } = {},
  ): Promise<{ readonly object: StoredObject; readonly stream: Readable }> => {
    const { record, file } = await source(at, etag);
    try {
      const start = range?.start ?? 0;
      const end = range === undefined ? record.size - 1 : lastByte(range, record.size);
      const stream = end < start ? file.stream(0) : file.stream(start, end);
      return { object: storedObject(at, record), stream };
    } catch (error) {
      await file.close();
      throw error;
    }
  };

  const copy: ObjectEngine['copy'] = async (from, to, { attributes, keep, onMoved }) => {
    layoutOf(to.bucket).check(to.key);
    const found = await source(from, from.etag);
    try {
      const { start, end } = from.range ?? { start: 0, end: found.record.size - 1 };
      if (from.range !== undefined && lastByte(from.range, found.record.size) !== end)
        throw new ByteStoreFault('range-unsatisfiable', `byte ${end} is beyond the end of the source`);
      const temporary = await staging.copy(found, { start, end }, { algorithms: keep, onMoved });
      return await commit(temporary, to, { attributes: attributes ?? found.record.attributes, keep });
    } finally {
      await found.file.close();
    }
  };

  const page: ObjectEngine['page'] = async (bucket, query) => {
    const layout = layoutOf(bucket);
    const { keys, prefixes, next } = await keyPage((seek) => layout.keys(seek), query);
    const found = await Promise.all(
      keys.map(async (key) => {
        const record = await layout.head(key);
        return record && storedObject({ bucket, key }, record);
      }),
    );
    return { objects: found.filter((object) => object !== null), prefixes, next };
  };

  async function* list(bucket: string, prefix: string, after?: string): AsyncGenerator<ListedObject> {
    for (let from = after ?? null; ;) {
      const query = { prefix, limit: LIST_PAGE, ...(from === null ? {} : { after: from }) };
      const { objects, next } = await withStoreFaults(page(bucket, query));
      for (const { key, size, etag, lastModified } of objects) yield { bucket, key, size, etag, lastModified };
      if (next === null) return;
      from = next;
    }
  }

  async function* listFolders(bucket: string, prefix: string): AsyncGenerator<string> {
    for (let from: string | null = null; ;) {
      const query = { prefix, delimiter: '/', limit: LIST_PAGE, ...(from === null ? {} : { after: from }) };
      const walk = async (): Promise<KeyPage> => keyPage((seek) => layoutOf(bucket).keys(seek), query);
      const { prefixes, next } = await withStoreFaults(walk());
      for (const found of prefixes) yield found.slice(prefix.length, -1);
      if (next === null) return;
      from = next;
    }
  }

  const uploads = multipart({
    index,
    bytes,
    now,
    layoutOf,
    claim: (staged) => staging.claim(staged),
    write: (body, algorithms) => staging.write(body, algorithms),
    remove: (temporary) => staging.remove(temporary),
  });

  /** Every method of the door: faults only, and a rejection where the work threw before its first await. */
  const door =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      withStoreFaults(Promise.resolve().then(() => work(...args)));

  return {
    buckets: [...layouts.keys()],
    stage: door(async (bucket, body, algorithms) => {
      layoutOf(bucket);
      return staging.handOut(await staging.write(body, algorithms));
    }),
    commit: door((staged, at, options) => commit(staging.claim(staged), at, options)),
    head: door(async (at) => {
      const record = await layoutOf(at.bucket).head(at.key);
      return record && storedObject(at, record);
    }),
    open: door(open),
    copy: door(copy),
    page: door(page),
    list,
    listFolders,
    delete: door((bucket, keys) => layoutOf(bucket).delete(keys)),
    beginUpload: door(uploads.beginUpload),
    putPart: door(uploads.putPart),
    upload: door(uploads.upload),
    uploads: door(uploads.uploads),
    parts: door(uploads.parts),
    completeUpload: door(uploads.completeUpload),
    abortUpload: door(uploads.abortUpload),
    close: door(async () => {
      if (closed) return;
      closed = true;
      bytes.close();
      await index.close();
    }),
  };
};

import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  ByteStoreFault,
  isStreamed,
  sizeOf,
  type BegunUpload,
  type ByteStoreFaultCode,
  type ObjectAddress,
  type ObjectInfo,
  type PutOptions,
  type PutResult,
} from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { specificType } from '../../../formats/media-types/specific-type.js';
import { compareUtf8 } from '../../../formats/paths/utf8-order.js';
import { keyViolation, keyRefused } from '../../../formats/key-violation.js';
import { sha256Of } from '../sha256.js';

interface HeldObject {
  readonly info: ObjectInfo;
  readonly bytes: Buffer;
}

/** An object store that lasts as long as this process. Nothing in it waits for a disk or a clock. */
export interface MemoryBytes {
  readonly store: ObjectStore;
  beginUpload(at: ObjectAddress): Promise<void>;
  uploads(bucket: string): Promise<readonly string[]>;
}

const fault = (code: ByteStoreFaultCode, { bucket, key }: ObjectAddress): ByteStoreFault =>
  new ByteStoreFault(code, `${code}: ${bucket}/${key}`);

const gather = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  } catch (error) {
    throw new ByteStoreFault('store-unavailable', 'the body could not be read', { cause: error });
  }
  return Buffer.concat(chunks);
};

const slice = (at: ObjectAddress, bytes: Buffer, range?: { readonly start: number; readonly end?: number }): Buffer => {
  if (range === undefined) return bytes;
  if (range.start >= bytes.length) throw fault('range-unsatisfiable', at);
  return bytes.subarray(range.start, range.end === undefined ? undefined : range.end + 1);
};

/** Opens one with these buckets, all of them empty. */
export const memoryBytes = (
  buckets: readonly string[],
  now: () => Date = () => new Date(),
  keepsConditions = true,
): MemoryBytes => {
  const held = new Map(buckets.map((name) => [name, new Map<string, HeldObject>()]));
  const begun: BegunUpload[] = [];

  const bucketOf = (at: ObjectAddress): Map<string, HeldObject> => {
    const found = held.get(at.bucket);
    if (found === undefined) throw fault('bucket-not-found', at);
    return found;
  };
  const heldAt = (at: ObjectAddress, etag?: string): HeldObject => {
    const object = bucketOf(at).get(at.key);
    if (object === undefined) throw fault('object-not-found', at);
    if (etag !== undefined && etag !== object.info.etag) throw fault('precondition-failed', at);
    return object;
  };
  const keep = (at: ObjectAddress, bytes: Buffer, options: PutOptions): PutResult => {
    const { contentType = null, metadata = {}, onlyIf } = options;
    const refused = keyViolation(at.key);
    if (refused !== null) throw keyRefused(at, refused);
    const objects = bucketOf(at);
    const etagNow = objects.get(at.key)?.info.etag;
    const isAsWished = onlyIf === undefined || (onlyIf === 'absent' ? undefined : onlyIf.etag) === etagNow;
    if (!isAsWished && keepsConditions) throw fault('precondition-failed', at);
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const sha256 = sha256Of(bytes);
    const about = { contentType: specificType(contentType), metadata, lastModified: now() };
    const info = { bucket: at.bucket, key: at.key, size: bytes.length, etag, sha256, ...about };
    objects.set(at.key, { info, bytes });
    return { etag, sha256, size: bytes.length };
  };

  const store: ObjectStore = {
    keepsConditions,
    async put(at, body, options = {}) {
      bucketOf(at);
      const bytes = isStreamed(body) ? await gather(body.stream) : Buffer.from(body);
      const size = sizeOf(body);
      const sha256 = sha256Of(bytes);
      if (bytes.length !== size || (options.sha256 ?? sha256) !== sha256) throw fault('digest-mismatch', at);
      return keep(at, bytes, options);
    },
    head: async (at) => Promise.resolve(bucketOf(at).get(at.key)?.info ?? null),
    async get(at, options = {}) {
      const { info, bytes } = await Promise.resolve(heldAt(at, options.etag));
      return { info, stream: Readable.from([slice(at, bytes, options.range)], { objectMode: false }) };
    },
    async copy(from, to, options = {}) {
      const { info, bytes } = await Promise.resolve(heldAt(from, from.etag));
      const { contentType = info.contentType ?? undefined, metadata = info.metadata, ...others } = options;
      return keep(to, bytes, { ...others, metadata, ...(contentType === undefined ? {} : { contentType }) });
    },
    async *list(bucket, prefix, { after = '' } = {}) {
      const keys = [...bucketOf({ bucket, key: prefix }).keys()];
      const wanted = keys.filter((key) => key.startsWith(prefix) && compareUtf8(key, after) > 0).sort(compareUtf8);
      const found = wanted.flatMap((key) => held.get(bucket)?.get(key)?.info ?? []);
      for (const info of found) yield await Promise.resolve(info);
    },
    async *listFolders(bucket, prefix, isWanted = () => true) {
      const below = [...bucketOf({ bucket, key: prefix }).keys()].filter((key) => key.startsWith(prefix));
      const names = below.map((key) => key.slice(prefix.length).split('/')).filter(({ length }) => length > 1);
      const folders = await Promise.resolve([...new Set(names.map(([name = '']) => `${name}/`))]);
      yield* folders
        .sort(compareUtf8)
        .map((name) => name.slice(0, -1))
        .filter(isWanted);
    },
    async delete(bucket, keys) {
      const objects = await Promise.resolve(bucketOf({ bucket, key: '' }));
      for (const key of keys) objects.delete(key);
    },
    async listUploads(bucket, prefix) {
      await Promise.resolve(bucketOf({ bucket, key: prefix }));
      return begun.filter((each) => each.bucket === bucket && each.key.startsWith(prefix));
    },
    async abortUploads(uploads) {
      const ended = await Promise.resolve(new Set(uploads.map(({ uploadId }) => uploadId)));
      const left = begun.filter(({ uploadId }) => !ended.has(uploadId));
      begun.splice(0, begun.length, ...left);
    },
  };
  return {
    store,
    beginUpload: (at) => Promise.resolve(void begun.push({ ...at, uploadId: randomUUID() })),
    uploads: (bucket) => Promise.resolve(begun.filter((each) => each.bucket === bucket).map(({ key }) => key)),
  };
};

import { createHash, randomUUID } from 'node:crypto';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { ByteFiles } from './byte-files.js';
import { streamingDigest } from './checksums/streaming-digests.js';
import {
  UploadFault,
  type ChecksumAlgorithm,
  type Checksums,
  type ObjectEngine,
  type PendingUpload,
} from './engine.js';
import type { EngineIndex } from './engine-index.js';
import { keyLocks } from './key-locks.js';
import type { Layout } from './layout.js';
import { pickChecksums, storedObject, type ObjectRecord } from './object-record.js';
import { chunksOf, type TemporaryFile } from './temporary-file.js';
import type { PartRow } from './upload-index.js';

const LEAST_PART_BYTES = 5 * 1024 * 1024;

/** What the engine lends to its multipart uploads. */
export interface MultipartTools {
  readonly index: EngineIndex;
  readonly bytes: ByteFiles;
  readonly now: () => Date;
  layoutOf(bucket: string): Layout;
  /** Gives the file behind staged bytes, which are no longer staged then. */
  claim(staged: Parameters<ObjectEngine['putPart']>[2]): TemporaryFile;
  write(body: AsyncIterable<Uint8Array>, algorithms: readonly ChecksumAlgorithm[]): Promise<TemporaryFile>;
  remove(temporary: TemporaryFile): Promise<void>;
}

export type Multipart = Pick<
  ObjectEngine,
  'beginUpload' | 'putPart' | 'upload' | 'uploads' | 'parts' | 'completeUpload' | 'abortUpload'
>;

const missing = (uploadId: string): ByteStoreFault =>
  new ByteStoreFault('object-not-found', `there is no upload ${uploadId}`);

/** The rows of the parts that the client names, in its order. Throws UploadFault. */
const chosenParts = (
  rows: readonly PartRow[],
  named: readonly { readonly number: number; readonly etag: string }[],
): readonly PartRow[] => {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  if (named.length === 0) throw new UploadFault('invalid-part', 'an object is made of at least one part');
  for (const [index, { number }] of named.entries()) {
    const before = named[index - 1]?.number ?? 0;
    if (before >= number) throw new UploadFault('invalid-part-order', `part ${number} is named after part ${before}`);
  }
  return named.map(({ number, etag }, index) => {
    const row = byNumber.get(number);
    if (row?.etag !== etag) throw new UploadFault('invalid-part', `there is no part ${number} with ETag ${etag}`);
    if (row.size < LEAST_PART_BYTES && index < named.length - 1)
      throw new UploadFault('part-too-small', `part ${number} has ${row.size} bytes and is not the last`);
    return row;
  });
};

/** As S3 computes it: the MD5 of the parts' MD5s, and how many there are. */
const multipartEtag = (parts: readonly PartRow[]): string => {
  const md5 = createHash('md5');
  for (const { etag } of parts) md5.update(Buffer.from(etag.slice(1, -1), 'hex'));
  return `"${md5.digest('hex')}-${parts.length}"`;
};

/** The checksum of the parts' checksums; a part without one cannot be part of it. */
const compositeChecksums = (algorithm: ChecksumAlgorithm, parts: readonly PartRow[]): Checksums => {
  const digest = streamingDigest(algorithm);
  for (const { number, checksums } of parts) {
    const value = checksums[algorithm];
    if (value === undefined) throw new UploadFault('invalid-part', `part ${number} has no ${algorithm} checksum`);
    digest.update(Buffer.from(value, 'base64'));
  }
  return { [algorithm]: `${digest.digest().toString('base64')}-${parts.length}` };
};

const checkClaims = (claimed: Checksums, actual: Checksums): void => {
  for (const [algorithm, value] of Object.entries(claimed)) {
    const known = actual[algorithm as ChecksumAlgorithm];
    if (known !== value && known?.replace(/-\d+$/, '') !== value) {
      const message = `the ${algorithm} of the object is ${known ?? 'not known'}, not ${value}`;
      throw new ByteStoreFault('digest-mismatch', message);
    }
  }
};

export const multipart = (tools: MultipartTools): Multipart => {
  const { index, bytes } = tools;
  const { uploads, commit } = index;
  const locks = keyLocks();

  async function* joined(parts: readonly PartRow[]): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      const file = await bytes.open(part.file);
      if (file === null) throw new ByteStoreFault('store-unavailable', `the bytes of part ${part.number} are missing`);
      try {
        yield* chunksOf(file, 0, part.size - 1);
      } finally {
        await file.close();
      }
    }
  }

  const checksumsOf = (
    upload: PendingUpload,
    parts: readonly PartRow[],
    whole: Checksums,
    claimed: Checksums,
  ): Pick<ObjectRecord, 'checksums' | 'checksumType'> => {
    if (upload.checksumType === 'COMPOSITE' && upload.algorithm !== null) {
      const checksums = compositeChecksums(upload.algorithm, parts);
      checkClaims(claimed, checksums);
      return { checksums, checksumType: 'COMPOSITE' };
    }
    checkClaims(claimed, whole);
    const keep = [...(upload.algorithm === null ? [] : [upload.algorithm]), ...Object.keys(claimed)];
    return { checksums: pickChecksums(whole, keep as ChecksumAlgorithm[]), checksumType: 'FULL_OBJECT' };
  };

  /** To be run in a write. Gives the parts there were, some of which may have come just now. */
  const endUpload = (uploadId: string): readonly PartRow[] => {
    const parts = uploads.parts(uploadId);
    uploads.end(uploadId);
    for (const { file } of parts) bytes.unnamed(file);
    return parts;
  };

  const removeParts = (parts: readonly PartRow[]): Promise<void> => bytes.remove(parts.map(({ file }) => file));

  const complete: ObjectEngine['completeUpload'] = async (uploadId, named, { onlyIf, claimed = {} }) => {
    const upload = uploads.find(uploadId);
    if (upload === null) throw missing(uploadId);
    const parts = chosenParts(uploads.parts(uploadId), named);
    const wanted = [...(upload.algorithm === null ? [] : [upload.algorithm]), ...Object.keys(claimed)];
    const temporary = await tools.write(joined(parts), wanted as ChecksumAlgorithm[]);
    try {
      const record: ObjectRecord = {
        size: temporary.size,
        etag: multipartEtag(parts),
        modified: tools.now().getTime(),
        sha256: Buffer.from(temporary.checksums.SHA256, 'base64').toString('hex'),
        attributes: upload.attributes,
        ...checksumsOf(upload, parts, temporary.checksums, claimed),
        parts: parts.map(({ size }) => size),
      };
      let ended: readonly PartRow[] = [];
      const also = (): void => {
        ended = endUpload(uploadId);
      };
      await tools.layoutOf(upload.bucket).commit(temporary, upload.key, record, { onlyIf, also });
      await removeParts(ended);
      return storedObject(upload, record);
    } finally {
      await tools.remove(temporary);
    }
  };

  return {
    async beginUpload({ bucket, key }, options) {
      tools.layoutOf(bucket).check(key);
      const upload = { bucket, key, uploadId: randomUUID(), initiated: tools.now(), ...options };
      await commit.write(() => uploads.begin(upload));
      return upload;
    },
    async putPart(uploadId, number, staged) {
      const temporary = tools.claim(staged);
      try {
        const upload = uploads.find(uploadId);
        if (upload === null) throw missing(uploadId);
        const { size, md5 } = temporary;
        const checksums = pickChecksums(temporary.checksums, upload.algorithm === null ? [] : [upload.algorithm]);
        const file = await bytes.take(temporary.path);
        const part = { number, size, etag: `"${md5}"`, checksums, lastModified: tools.now() };
        const write = commit.write(() => {
          if (uploads.find(uploadId) === null) throw missing(uploadId);
          const replaced = uploads.putPart(uploadId, { ...part, file });
          if (replaced !== null) bytes.unnamed(replaced);
          return replaced;
        });
        const replaced = await bytes.settle(file, write);
        if (replaced !== null) await bytes.remove([replaced]);
        return part;
      } finally {
        await tools.remove(temporary);
      }
    },
    upload: (uploadId) => Promise.resolve(uploads.find(uploadId)),
    uploads: (bucket, prefix) => {
      tools.layoutOf(bucket);
      return Promise.resolve(uploads.inBucket(bucket).filter(({ key }) => key.startsWith(prefix)));
    },
    parts: (uploadId) =>
      Promise.resolve(
        uploads
          .parts(uploadId)
          .map(({ number, size, etag, checksums, lastModified }) => ({ number, size, etag, checksums, lastModified })),
      ),
    completeUpload: (uploadId, named, options) => locks.run(uploadId, () => complete(uploadId, named, options)),
    abortUpload: (uploadId) =>
      locks.run(uploadId, async () => {
        const parts = await commit.write(() => {
          if (uploads.find(uploadId) === null) throw missing(uploadId);
          return endUpload(uploadId);
        });
        await removeParts(parts);
      }),
  };
};

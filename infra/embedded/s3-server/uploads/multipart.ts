import { randomUUID } from 'node:crypto';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import type { ByteFiles } from '../bytes/byte-files.js';
import {
  UploadFault,
  type ChecksumAlgorithm,
  type ObjectEngine,
  type Part,
  type PendingUpload,
} from '../engine/object-engine.js';
import type { EngineIndex } from '../index/engine-index.js';
import type { OpenFile } from '../../file-system/files.js';
import { keyLocks } from '../layouts/key-locks.js';
import type { Layout } from '../layouts/layout.js';
import { checksumsOf, chosenParts, multipartEtag } from './object-of-parts.js';
import { pickChecksums, storedObject, type ObjectRecord } from '../engine/object-record.js';
import { chunksOf, type TemporaryFile } from '../bytes/temporary-file.js';
import type { PartRow } from '../index/upload-index.js';

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

const missing = (uploadId: string): UploadFault =>
  new UploadFault('upload-not-found', `there is no multipart upload ${uploadId}`);

const shownPart = ({ number, size, etag, checksums, lastModified }: PartRow): Part => ({
  number,
  size,
  etag,
  checksums,
  lastModified,
});

export const multipart = (tools: MultipartTools): Multipart => {
  const { index, bytes } = tools;
  const { uploads, commit } = index;
  const locks = keyLocks();

  const uploadOf = (uploadId: string): PendingUpload => {
    const upload = uploads.find(uploadId);
    if (upload === null) throw missing(uploadId);
    return upload;
  };

  /** Opens a part that was chosen; one that the client has sent again meanwhile must be the same. */
  const openPart = async (uploadId: string, chosen: PartRow): Promise<OpenFile> => {
    for (let part = chosen; ;) {
      const file = await bytes.open(part.file);
      if (file !== null) return file;
      const [now] = chosenParts(uploads.parts(uploadId), [chosen]);
      if (now === undefined || now.file === part.file)
        throw new ByteStoreFault('store-unavailable', `the bytes of part ${part.number} are missing`);
      part = now;
    }
  };

  async function* joined(uploadId: string, parts: readonly PartRow[]): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      const file = await openPart(uploadId, part);
      try {
        yield* chunksOf(file, 0, part.size - 1);
      } finally {
        await file.close();
      }
    }
  }

  /** To be run in a write. Gives the parts there were, some of which may have come just now. */
  const endUpload = (uploadId: string): readonly PartRow[] => {
    const parts = uploads.parts(uploadId);
    uploads.end(uploadId);
    for (const { file } of parts) bytes.unnamed(file);
    return parts;
  };

  const removeParts = (parts: readonly PartRow[]): Promise<void> => bytes.remove(parts.map(({ file }) => file));

  const complete: ObjectEngine['completeUpload'] = async (uploadId, named, { onlyIf, claimed = {} }) => {
    const upload = uploadOf(uploadId);
    const parts = chosenParts(uploads.parts(uploadId), named);
    const wanted = [...(upload.algorithm === null ? [] : [upload.algorithm]), ...Object.keys(claimed)];
    const temporary = await tools.write(joined(uploadId, parts), wanted as ChecksumAlgorithm[]);
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
        const upload = uploadOf(uploadId);
        const { size, md5 } = temporary;
        const checksums = pickChecksums(temporary.checksums, upload.algorithm === null ? [] : [upload.algorithm]);
        const file = await bytes.take(temporary.path);
        const part = { number, size, etag: `"${md5}"`, checksums, lastModified: tools.now() };
        const write = commit.write(() => {
          uploadOf(uploadId);
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
    parts(uploadId) {
      uploadOf(uploadId);
      return Promise.resolve(uploads.parts(uploadId).map(shownPart));
    },
    completeUpload: (uploadId, named, options) => locks.run(uploadId, () => complete(uploadId, named, options)),
    abortUpload: (uploadId) =>
      locks.run(uploadId, async () => {
        const parts = await commit.write(() => {
          uploadOf(uploadId);
          return endUpload(uploadId);
        });
        await removeParts(parts);
      }),
  };
};

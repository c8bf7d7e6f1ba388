import { randomUUID } from 'node:crypto';
import type { ObjectAddress } from '../../../../formats/bytes.js';
import type { ByteFiles } from '../bytes/byte-files.js';
import type { Staging } from '../bytes/staging.js';
import type { TemporaryFile } from '../bytes/temporary-file.js';
import type { Buckets } from '../layouts/buckets.js';
import {
  UploadFault,
  type ChecksumAlgorithm,
  type CompleteOptions,
  type NamedPart,
  type Part,
  type PendingUpload,
  type StagedBytes,
  type StoredObject,
  type UploadOptions,
} from '../contract/object-engine.js';
import { hexOfBase64, pickChecksums, storedObject, type ObjectRecord } from '../contract/object-record.js';
import type { EngineIndex } from '../index/engine-index.js';
import type { PartRow } from '../index/upload-index.js';
import { keyedQueue } from '../../../../flow/sharing/keyed-queue.js';
import { joinedParts } from './joined-parts.js';
import { checksumsOf, chosenParts, multipartEtag, type Expectation } from './object-of-parts.js';

/** The parts of the engine that multipart uploads use. */
export interface UploadStores {
  readonly index: EngineIndex;
  readonly bytes: ByteFiles;
  readonly staging: Staging;
  readonly buckets: Buckets;
  readonly now: () => Date;
}

const missing = (uploadId: string): UploadFault =>
  new UploadFault('upload-not-found', `there is no multipart upload ${uploadId}`);

const partOf = ({ number, size, etag, checksums, lastModified }: PartRow): Part => ({
  number,
  size,
  etag,
  checksums,
  lastModified,
});

/**
 * Implements the multipart uploads of ObjectEngine. A part is a byte file whose row names it; a completed upload is one
 * more temporary file, committed by the bucket's layout in the write that ends the upload. One upload is completed or
 * aborted by one caller at a time; parts may come at any moment until then.
 */
export class MultipartUploads {
  readonly #stores: UploadStores;
  readonly #locks = keyedQueue();

  constructor(stores: UploadStores) {
    this.#stores = stores;
  }

  async begin({ bucket, key }: ObjectAddress, options: UploadOptions): Promise<PendingUpload> {
    const { index, buckets, now } = this.#stores;
    buckets.layoutOf(bucket).check(key);
    const upload = { bucket, key, uploadId: randomUUID(), initiated: now(), ...options };
    await index.commit.write(() => index.uploads.begin(upload));
    return upload;
  }

  async putPart(uploadId: string, number: number, staged: StagedBytes): Promise<Part> {
    const { bytes, staging, now } = this.#stores;
    const temporary = staging.takeBack(staged);
    try {
      const { algorithm } = this.#uploadOf(uploadId);
      const { size, etag } = temporary;
      const checksums = pickChecksums(temporary.checksums, algorithm === null ? [] : [algorithm]);
      const file = await bytes.take(temporary);
      const part = { number, size, etag: `"${etag}"`, checksums, lastModified: now() };
      const replaced = await bytes.settle(file, this.#writePart(uploadId, { ...part, file }));
      if (replaced !== null) await bytes.remove([replaced]);
      return part;
    } finally {
      await staging.remove(temporary);
    }
  }

  find(uploadId: string): PendingUpload | null {
    return this.#stores.index.uploads.find(uploadId);
  }

  inBucket(bucket: string, prefix: string): readonly PendingUpload[] {
    const { index, buckets } = this.#stores;
    buckets.layoutOf(bucket);
    return index.uploads.inBucket(bucket).filter(({ key }) => key.startsWith(prefix));
  }

  parts(uploadId: string): readonly Part[] {
    this.#uploadOf(uploadId);
    return this.#stores.index.uploads.parts(uploadId).map(partOf);
  }

  complete(uploadId: string, named: readonly NamedPart[], options: CompleteOptions): Promise<StoredObject> {
    return this.#locks.run(uploadId, () => this.#completeAlone(uploadId, named, options));
  }

  abort(uploadId: string): Promise<void> {
    const { commit } = this.#stores.index;
    return this.#locks.run(uploadId, async () => {
      const parts = await commit.write(() => {
        this.#uploadOf(uploadId);
        return this.#end(uploadId);
      });
      await this.#removeFiles(parts);
    });
  }

  async #completeAlone(
    uploadId: string,
    named: readonly NamedPart[],
    { onlyIf, expected = {}, whole }: CompleteOptions,
  ): Promise<StoredObject> {
    const { index, bytes, staging, buckets } = this.#stores;
    const upload = this.#uploadOf(uploadId);
    const parts = chosenParts(index.uploads.parts(uploadId), named);
    const wanted = [...(upload.algorithm === null ? [] : [upload.algorithm]), ...Object.keys(expected)];
    const joined = joinedParts({ bytes, uploads: index.uploads, uploadId }, parts);
    // The ETag of an object of parts is made of theirs.
    const digesting = { algorithms: wanted as ChecksumAlgorithm[], etagFrom: 'sha256' } as const;
    const temporary = await staging.write(joined, digesting);
    try {
      const record = this.#recordOf(upload, parts, temporary, { expected, whole });
      let ended: readonly PartRow[] = [];
      const inSameWrite = (): void => {
        ended = this.#end(uploadId);
      };
      await buckets.layoutOf(upload.bucket).commit(temporary, upload.key, record, { onlyIf, inSameWrite });
      await this.#removeFiles(ended);
      return storedObject(upload, record);
    } finally {
      await staging.remove(temporary);
    }
  }

  #recordOf(
    upload: PendingUpload,
    parts: readonly PartRow[],
    temporary: TemporaryFile,
    expectation: Expectation,
  ): ObjectRecord {
    return {
      size: temporary.size,
      etag: multipartEtag(parts),
      modified: this.#stores.now().getTime(),
      sha256: hexOfBase64(temporary.checksums.SHA256),
      attributes: upload.attributes,
      ...checksumsOf(upload, parts, temporary.checksums, expectation),
      parts: parts.map(({ size }) => size),
    };
  }

  #uploadOf(uploadId: string): PendingUpload {
    const upload = this.find(uploadId);
    if (upload === null) throw missing(uploadId);
    return upload;
  }

  /** Gives the file of the part that this one replaces, which no row names then. */
  #writePart(uploadId: string, part: PartRow): Promise<string | null> {
    const { index, bytes } = this.#stores;
    return index.commit.write(() => {
      this.#uploadOf(uploadId);
      const replaced = index.uploads.putPart(uploadId, part);
      if (replaced !== null) bytes.markOrphan(replaced);
      return replaced;
    });
  }

  /** Call it in a write. Gives the uploaded parts, including very recent ones. */
  #end(uploadId: string): readonly PartRow[] {
    const { index, bytes } = this.#stores;
    const parts = index.uploads.parts(uploadId);
    index.uploads.end(uploadId);
    for (const { file } of parts) bytes.markOrphan(file);
    return parts;
  }

  #removeFiles(parts: readonly PartRow[]): Promise<void> {
    return this.#stores.bytes.remove(parts.map(({ file }) => file));
  }
}

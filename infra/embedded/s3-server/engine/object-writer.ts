import { ByteStoreFault, type ObjectAddress } from '../../../../formats/bytes.js';
import type { Staging } from '../bytes/staging.js';
import type { TemporaryFile } from '../bytes/temporary-file.js';
import type { Buckets } from '../layouts/buckets.js';
import type {
  ChecksumAlgorithm,
  CommitOptions,
  CopyOptions,
  CopySource,
  EtagSource,
  StagedBytes,
  StoredObject,
} from '../contract/object-engine.js';
import { lastByte, type ObjectReader } from './object-reader.js';
import {
  hexOfBase64,
  pickChecksums,
  requireCondition,
  storedObject,
  type ObjectRecord,
} from '../contract/object-record.js';

/** The parts of the engine that a writer uses. */
export interface WriterStores {
  readonly buckets: Buckets;
  readonly reader: ObjectReader;
  readonly staging: Staging;
  readonly now: () => Date;
}

const wholeRecord = (temporary: TemporaryFile, options: Omit<CommitOptions, 'onlyIf'>, now: Date): ObjectRecord => ({
  size: temporary.size,
  etag: `"${temporary.etag}"`,
  modified: now.getTime(),
  sha256: hexOfBase64(temporary.checksums.SHA256),
  attributes: options.attributes,
  checksums: pickChecksums(temporary.checksums, options.keep),
  checksumType: 'FULL_OBJECT',
  parts: [],
});

/** Implements the writes of ObjectEngine: stages, commits, copies and deletes whole objects. */
export class ObjectWriter {
  readonly #stores: WriterStores;

  constructor(stores: WriterStores) {
    this.#stores = stores;
  }

  async stage(
    bucket: string,
    body: AsyncIterable<Uint8Array>,
    algorithms: readonly ChecksumAlgorithm[],
    etagFrom: EtagSource = 'md5',
  ): Promise<StagedBytes> {
    const { buckets, staging } = this.#stores;
    buckets.layoutOf(bucket);
    return staging.handOut(await staging.write(body, { algorithms, etagFrom }));
  }

  commit(staged: StagedBytes, at: ObjectAddress, options: CommitOptions): Promise<StoredObject> {
    return this.#commit(this.#stores.staging.takeBack(staged), at, options);
  }

  async copy(
    from: CopySource,
    to: ObjectAddress,
    { attributes, keep, onlyIf, onMoved }: CopyOptions,
  ): Promise<StoredObject> {
    const { buckets, reader, staging } = this.#stores;
    buckets.layoutOf(to.bucket).check(to.key);
    // Others may write into plain files, but not into the files that have names by id only.
    const mayLink = buckets.layoutOf(from.bucket).kind === 'indexed' && buckets.layoutOf(to.bucket).kind === 'plain';
    // What would be refused at the end is not copied.
    if (onlyIf !== undefined) requireCondition(to, await buckets.layoutOf(to.bucket).head(to.key), onlyIf);
    const found = await reader.source(from, from.etag);
    try {
      const { start, end } = from.range ?? { start: 0, end: found.record.size - 1 };
      if (from.range !== undefined && lastByte(from.range, found.record.size) !== end)
        throw new ByteStoreFault('range-unsatisfiable', `byte ${end} is beyond the end of the source`);
      const temporary = await staging.copy(found, { start, end }, { algorithms: keep, mayLink, onMoved });
      return await this.#commit(temporary, to, {
        attributes: { ...found.record.attributes, ...attributes },
        keep,
        onlyIf,
      });
    } finally {
      await found.file.close();
    }
  }

  delete(bucket: string, keys: readonly string[]): Promise<void> {
    return this.#stores.buckets.layoutOf(bucket).delete(keys);
  }

  async #commit(
    temporary: TemporaryFile,
    at: ObjectAddress,
    { onlyIf, ...options }: CommitOptions,
  ): Promise<StoredObject> {
    const { buckets, staging, now } = this.#stores;
    try {
      const record = wholeRecord(temporary, options, now());
      await buckets.layoutOf(at.bucket).commit(temporary, at.key, record, { onlyIf });
      return storedObject(at, record);
    } catch (error) {
      await staging.remove(temporary);
      throw error;
    }
  }
}

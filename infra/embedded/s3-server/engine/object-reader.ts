import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ByteStoreFault, type ListedObject, type ObjectAddress } from '../../../../formats/bytes.js';
import type { Files } from '../../file-system/files.js';
import { linkAlone } from '../../file-system/link-alone.js';
import type { Buckets } from '../layouts/buckets.js';
import { keyPage, type KeyPage } from './key-page.js';
import type { OpenOptions, Page, PageQuery, Range, StoredObject } from '../contract/object-engine.js';
import { storedObject, type OpenObject } from '../contract/object-record.js';
import { withStoreFaults } from '../contract/store-fault.js';

const LIST_PAGE = 1_000;

/** The last byte of a range that is cut at the end of the object. */
export const lastByte = ({ start, end }: Range, size: number): number => {
  const last = Math.min(end ?? size - 1, size - 1);
  if (start >= 0 && start <= last) return last;
  throw new ByteStoreFault(
    'range-unsatisfiable',
    `bytes ${start} to ${end ?? 'the end'} of an object of ${size} bytes`,
  );
};

/** Implements the reads of ObjectEngine: heads, opens and lists the objects of all buckets. */
export class ObjectReader {
  readonly #buckets: Buckets;
  readonly #files: Files;

  constructor(buckets: Buckets, files: Files) {
    this.#buckets = buckets;
    this.#files = files;
  }

  async head(at: ObjectAddress): Promise<StoredObject | null> {
    const record = await this.#buckets.layoutOf(at.bucket).head(at.key);
    return record && storedObject(at, record);
  }

  async open(
    at: ObjectAddress,
    { range, etag }: OpenOptions = {},
  ): Promise<{ readonly object: StoredObject; readonly stream: Readable }> {
    const { record, file } = await this.source(at, etag);
    try {
      const start = range?.start ?? 0;
      const end = range === undefined ? record.size - 1 : lastByte(range, record.size);
      return { object: storedObject(at, record), stream: file.stream(start, end) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The object with its file open, or a fault; the caller closes the file. */
  async source(at: ObjectAddress, etag?: string): Promise<OpenObject> {
    const found = await this.#buckets.layoutOf(at.bucket).open(at.key);
    if (found === null) throw new ByteStoreFault('object-not-found', `there is no object ${at.bucket}/${at.key}`);
    if (etag === undefined || etag === found.record.etag) return found;
    await found.file.close();
    const message = `${at.bucket}/${at.key} was expected with ETag ${etag}, but it has ${found.record.etag}`;
    throw new ByteStoreFault('precondition-failed', message);
  }

  async link(at: ObjectAddress, etag: string, path: string): Promise<void> {
    const { file, path: from } = await this.source(at, etag);
    try {
      if ((await linkAlone(this.#files, { file, from, to: path })) !== null) return;
      await pipeline(file.stream(0), createWriteStream(path, { flags: 'wx', mode: 0o600 })); // closes the file
    } finally {
      await file.close();
    }
  }

  async page(bucket: string, query: PageQuery): Promise<Page> {
    const layout = this.#buckets.layoutOf(bucket);
    const { keys, prefixes, next } = await keyPage((seek) => layout.keys(seek), query);
    const records = await layout.heads(keys);
    const objects = keys.flatMap((key, index) => {
      const record = records[index] ?? null;
      return record === null ? [] : [storedObject({ bucket, key }, record)];
    });
    return { objects, prefixes, next };
  }

  async *list(bucket: string, prefix: string, after?: string): AsyncGenerator<ListedObject> {
    for (let from = after ?? null; ;) {
      const query = { prefix, limit: LIST_PAGE, ...(from === null ? {} : { after: from }) };
      const { objects, next } = await withStoreFaults(this.page(bucket, query));
      for (const { key, size, etag, lastModified } of objects) yield { bucket, key, size, etag, lastModified };
      if (next === null) return;
      from = next;
    }
  }

  async *listFolders(
    bucket: string,
    prefix: string,
    isWanted: (name: string) => boolean = () => true,
  ): AsyncGenerator<string> {
    for (let from: string | null = null; ;) {
      const folders = { prefix, delimiter: '/', isWanted, limit: LIST_PAGE };
      const query: PageQuery = { ...folders, ...(from === null ? {} : { after: from }) };
      const { prefixes, next }: KeyPage = await withStoreFaults(this.#keyPage(bucket, query));
      for (const found of prefixes) yield found.slice(prefix.length, -1);
      if (next === null) return;
      from = next;
    }
  }

  async #keyPage(bucket: string, query: PageQuery): Promise<KeyPage> {
    return keyPage((seek) => this.#buckets.layoutOf(bucket).keys(seek), query);
  }
}

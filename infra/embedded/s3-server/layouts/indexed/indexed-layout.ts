import { ByteStoreFault, type ObjectAddress } from '../../../../../formats/bytes.js';
import type { ByteFiles } from '../../bytes/byte-files.js';
import type { EngineIndex } from '../../index/engine-index.js';
import { indexedKeys } from './indexed-keys.js';
import { keyViolation, keyRefused } from '../../../../../formats/key-violation.js';
import type { Layout } from '../layout.js';
import type { ObjectRow } from '../../index/object-index.js';
import { requireCondition, type OpenObject } from '../../contract/object-record.js';
import { asPromise } from '../../../sqlite.js';

/** Throws `key-refused` for an illegal S3 key. */
const checkKey = (at: ObjectAddress): void => {
  const violation = keyViolation(at.key);
  if (violation !== null) throw keyRefused(at, violation);
};

const recordsOf = (keys: readonly string[], rows: ReadonlyMap<string, ObjectRow>) =>
  keys.map((key) => rows.get(key)?.record ?? null);

/** Any legal key: the index names the file of bytes. A row changes only in the write that checks the condition. */
export const indexedLayout = (bucket: string, bytes: ByteFiles, { objects, commit }: EngineIndex): Layout => {
  /** Call it in the write that takes the file from its row. Gives the file. */
  const markOrphan = (file: string | null): string[] => {
    if (file === null) return [];
    bytes.markOrphan(file);
    return [file];
  };

  /** Null when the row changed while its file was being opened. */
  const openRow = async (key: string): Promise<OpenObject | null | 'gone'> => {
    const row = objects.find(bucket, key);
    if (row?.file === undefined || row.file === null) return null;
    const file = await bytes.open(row.file);
    const state = await file?.state();
    if (file && state?.size === row.record.size) return { record: row.record, file, path: bytes.pathOf(row.file) };
    await file?.close();
    if (objects.find(bucket, key)?.file !== row.file) return 'gone';
    const damage = state === undefined ? 'are missing' : `are ${state.size} of ${row.record.size}`;
    throw new ByteStoreFault('store-unavailable', `the bytes of ${bucket}/${key} ${damage}: ${bytes.pathOf(row.file)}`);
  };

  return {
    kind: 'indexed',
    check: (key) => checkKey({ bucket, key }),
    async commit(temporary, key, record, { onlyIf, inSameWrite }) {
      const at = { bucket, key };
      checkKey(at);
      if (onlyIf !== undefined) requireCondition(at, objects.find(bucket, key)?.record ?? null, onlyIf);
      const file = await bytes.take(temporary);
      const put = commit.write(() => {
        const before = objects.find(bucket, key);
        if (onlyIf !== undefined) requireCondition(at, before?.record ?? null, onlyIf);
        objects.put(bucket, key, { record, file, stamp: null });
        inSameWrite?.();
        return markOrphan(before?.file ?? null);
      });
      await bytes.remove(await bytes.settle(file, put));
    },
    head: (key) => asPromise(() => objects.find(bucket, key)?.record ?? null),
    heads: (keys) => asPromise(() => recordsOf(keys, objects.findAll(bucket, keys))),
    async open(key) {
      for (;;) {
        const found = await openRow(key);
        if (found !== 'gone') return found;
      }
    },
    async delete(keys) {
      const removed = await commit.write(() => keys.flatMap((key) => markOrphan(objects.remove(bucket, key))));
      await bytes.remove(removed);
    },
    keys: (seek) => indexedKeys(objects, bucket, seek),
  };
};

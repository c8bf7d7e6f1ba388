import { randomUUID } from 'node:crypto';
import { MongoServerError } from 'mongodb';
import type { SharedRecord, SharedRecords } from '../../flow/shared-records.js';
import { openConnection, type ConnectionOptions } from './connection.js';

/** Shared records of all processes of a platform. */
export interface MongoSharedRecords extends SharedRecords {
  close(): Promise<void>;
}

/** The value is JSON text, so that no rule for the names of fields applies to it. */
interface StoredRecord {
  readonly _id: string;
  readonly tag: string;
  readonly value: string;
}

const DUPLICATE_KEY = 11_000;

const recordOf = ({ _id: name, tag, value }: StoredRecord): SharedRecord => ({
  name,
  tag,
  value: JSON.parse(value) as unknown,
});

/** Null where the record exists. */
const unlessThere = (error: unknown): null => {
  if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return null;
  throw error;
};

/**
 * Shared records in MongoDB, on a connection of their own, so that they do not wait for queries. Nothing is asked of the
 * server before the first call, and every call waits for it no longer than `timeoutMs`. Throws where the URL is not one.
 */
export const openMongoSharedRecords = (options: ConnectionOptions): MongoSharedRecords => {
  const { db, ask, close } = openConnection(options);
  const records = db.collection<StoredRecord>('shared-records');
  return {
    list: async (prefix) => {
      const named = { _id: { $gte: prefix, $lt: `${prefix}\u{10ffff}` } };
      return (await ask(() => records.find(named, { sort: { _id: 1 } }).toArray())).map(recordOf);
    },
    read: async (name) => {
      const found = await ask(() => records.findOne({ _id: name }));
      return found === null ? null : recordOf(found);
    },
    write: async (name, value, seen) => {
      const stored = { tag: randomUUID(), value: JSON.stringify(value) };
      const isWritten = await ask(async () => {
        if (seen === null) return records.insertOne({ _id: name, ...stored }).catch(unlessThere);
        const { matchedCount } = await records.updateOne({ _id: name, tag: seen }, { $set: stored });
        return matchedCount === 1 ? true : null;
      });
      return isWritten === null ? null : stored.tag;
    },
    remove: async (name, seen) => {
      const { deletedCount } = await ask(() => records.deleteOne({ _id: name, tag: seen }));
      return deletedCount === 1;
    },
    close,
  };
};

import type { Database } from '../../sqlite.js';
import type { ObjectRecord } from '../engine/object-record.js';

/** An object's row: the id of its bytes (`file`), or the state of the file at its path that it describes (`stamp`). */
export interface ObjectRow {
  readonly record: ObjectRecord;
  readonly file: string | null;
  readonly stamp: string | null;
}

/** The rows of all buckets. Keys are blobs, so that SQLite orders them by their UTF-8 bytes. */
export interface ObjectIndex {
  find(bucket: string, key: string): ObjectRow | null;
  put(bucket: string, key: string, row: ObjectRow): void;
  remove(bucket: string, key: string): void;
  /** Up to `limit` keys from `from` on (itself only if `inclusive`) that are before `until`. */
  keys(bucket: string, range: KeyRange, limit: number): readonly string[];
  /** Whether an object uses this file. */
  hasFile(file: string): boolean;
}

export interface KeyRange {
  readonly from: Buffer;
  readonly inclusive: boolean;
  /** Null for no end. */
  readonly until: Buffer | null;
}

export const OBJECT_TABLES = `
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key BLOB NOT NULL, file TEXT, stamp TEXT, record TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS objects_by_file ON objects (file) WHERE file IS NOT NULL;
`;

export const objectIndex = (database: Database): ObjectIndex => {
  const find = database.prepare('SELECT file, stamp, record FROM objects WHERE bucket = ? AND key = ?');
  const put = database.prepare(`
    INSERT INTO objects (bucket, key, file, stamp, record) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET file = excluded.file, stamp = excluded.stamp, record = excluded.record`);
  const remove = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  const names = database.prepare('SELECT 1 FROM objects WHERE file = ?');
  const range = (compare: string, end: string): ReturnType<Database['prepare']> =>
    database.prepare(`SELECT key FROM objects WHERE bucket = ? AND key ${compare} ? ${end} ORDER BY key LIMIT ?`);
  const ranges = {
    from: { bounded: range('>=', 'AND key < ?'), open: range('>=', '') },
    after: { bounded: range('>', 'AND key < ?'), open: range('>', '') },
  };
  return {
    find(bucket, key) {
      const row = find.get(bucket, Buffer.from(key)) as { file: string; stamp: string; record: string } | undefined;
      return row === undefined ? null : { ...row, record: JSON.parse(row.record) as ObjectRecord };
    },
    put: (bucket, key, { file, stamp, record }) =>
      void put.run(bucket, Buffer.from(key), file, stamp, JSON.stringify(record)),
    remove: (bucket, key) => void remove.run(bucket, Buffer.from(key)),
    keys(bucket, { from, inclusive, until }, limit) {
      const statements = ranges[inclusive ? 'from' : 'after'];
      const rows = (
        until === null ? statements.open.all(bucket, from, limit) : statements.bounded.all(bucket, from, until, limit)
      ) as { key: Uint8Array }[];
      return rows.map(({ key }) => Buffer.from(key).toString());
    },
    hasFile: (file) => names.get(file) !== undefined,
  };
};

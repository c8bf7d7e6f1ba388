import type { Database } from '../../sqlite.js';
import type { ObjectRecord } from '../contract/object-record.js';
import type { FolderTotalsIndex } from './folder-totals.js';

/** An object's row: the id of its bytes (`file`), or the state of the file at its path that it describes (`stamp`). */
export interface ObjectRow {
  readonly record: ObjectRecord;
  readonly file: string | null;
  readonly stamp: string | null;
}

/** The rows of all buckets. Keys are blobs, so that SQLite orders them by their UTF-8 bytes. */
export interface ObjectIndex {
  find(bucket: string, key: string): ObjectRow | null;
  /** The rows of some keys, which are in their order and lie close together, by key. */
  findAll(bucket: string, keys: readonly string[]): ReadonlyMap<string, ObjectRow>;
  put(bucket: string, key: string, row: ObjectRow): void;
  /** The file that the object used; null where it used none, or there is no such object. */
  remove(bucket: string, key: string): string | null;
  /** Up to `limit` keys from `from` on (itself only if `inclusive`) that are before `until`. */
  keys(bucket: string, range: KeyRange, limit: number): readonly string[];
  /** Whether an object uses this file. */
  hasFile(file: string): boolean;
  /** The files that objects use. */
  files(): Iterable<string>;
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

interface FileColumn {
  readonly file: string | null;
}

/** The size of an object whose bytes are a file by id. */
interface SizeColumn {
  readonly size: number;
}

interface RowColumns extends FileColumn {
  readonly stamp: string | null;
  readonly record: string;
}

interface KeyColumn {
  readonly key: Uint8Array;
}

/** The writes, which change the totals together with the rows of files by id. */
const writes = (database: Database, totals: FolderTotalsIndex): Pick<ObjectIndex, 'put' | 'remove'> => {
  const put = database.prepare(`
    INSERT INTO objects (bucket, key, file, stamp, record) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET file = excluded.file, stamp = excluded.stamp, record = excluded.record`);
  const size = database.prepare(
    "SELECT record ->> '$.size' AS size FROM objects WHERE bucket = ? AND key = ? AND file IS NOT NULL",
  );
  const remove = database.prepare(
    "DELETE FROM objects WHERE bucket = ? AND key = ? RETURNING file, record ->> '$.size' AS size",
  );
  return {
    put(bucket, key, { file, stamp, record }) {
      const bytes = Buffer.from(key);
      const before = file === null ? undefined : (size.get(bucket, bytes) as SizeColumn | undefined);
      put.run(bucket, bytes, file, stamp, JSON.stringify(record));
      if (file === null) return;
      totals.add(bucket, key, { files: before === undefined ? 1 : 0, bytes: record.size - (before?.size ?? 0) });
    },
    remove(bucket, key) {
      const removed = remove.get(bucket, Buffer.from(key)) as (FileColumn & SizeColumn) | undefined;
      const file = removed?.file ?? null;
      if (removed !== undefined && file !== null) totals.add(bucket, key, { files: -1, bytes: -removed.size });
      return file;
    },
  };
};

export const objectIndex = (database: Database, totals: FolderTotalsIndex): ObjectIndex => {
  const find = database.prepare('SELECT file, stamp, record FROM objects WHERE bucket = ? AND key = ?');
  const names = database.prepare('SELECT 1 FROM objects WHERE file = ?');
  const used = database.prepare('SELECT file FROM objects WHERE file IS NOT NULL');
  const range = (compare: string, end: string): ReturnType<Database['prepare']> =>
    database.prepare(`SELECT key FROM objects WHERE bucket = ? AND key ${compare} ? ${end} ORDER BY key LIMIT ?`);
  const ranges = {
    from: { bounded: range('>=', 'AND key < ?'), open: range('>=', '') },
    after: { bounded: range('>', 'AND key < ?'), open: range('>', '') },
  };
  const between = database.prepare(
    'SELECT key, file, stamp, record FROM objects WHERE bucket = ? AND key BETWEEN ? AND ? ORDER BY key LIMIT ?',
  );
  const rowOf = ({ file, stamp, record }: RowColumns): ObjectRow => ({
    file,
    stamp,
    record: JSON.parse(record) as ObjectRecord,
  });
  const findOne = (bucket: string, key: string): ObjectRow | null => {
    const row = find.get(bucket, Buffer.from(key)) as RowColumns | undefined;
    return row === undefined ? null : rowOf(row);
  };
  return {
    find: findOne,
    findAll(bucket, keys) {
      const [first, last] = [keys[0] ?? '', keys.at(-1) ?? ''];
      // Between them may be very many that are not wanted, such as those of folders of which only the names are listed.
      const most = 2 * keys.length;
      const rows = between.all(bucket, Buffer.from(first), Buffer.from(last), most) as (RowColumns & KeyColumn)[];
      const byKey = new Map(rows.map((row) => [Buffer.from(row.key).toString(), row]));
      const found = new Map<string, ObjectRow>();
      for (const key of keys) {
        const row = byKey.get(key);
        const known = row === undefined && rows.length === most ? findOne(bucket, key) : row && rowOf(row);
        if (known) found.set(key, known);
      }
      return found;
    },
    ...writes(database, totals),
    keys(bucket, { from, inclusive, until }, limit) {
      const statements = ranges[inclusive ? 'from' : 'after'];
      const rows = (
        until === null ? statements.open.all(bucket, from, limit) : statements.bounded.all(bucket, from, until, limit)
      ) as KeyColumn[];
      return rows.map(({ key }) => Buffer.from(key).toString());
    },
    hasFile: (file) => names.get(file) !== undefined,
    *files() {
      for (const { file } of used.iterate() as Iterable<{ readonly file: string }>) yield file;
    },
  };
};

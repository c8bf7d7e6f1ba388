import { randomUUID } from 'node:crypto';
import type { Position } from '../../../events/envelope.js';
import type { Change, CollectionShape, Documents, Generation, Query } from '../../../projections/documents.js';
import { transact, type Database } from '../sqlite.js';
import { answer } from './answer.js';
import { compileCount, compileQuery, indexColumns, namedIndex, type Source } from './compile-query.js';

interface StoredRow {
  readonly key: string;
  readonly position: Position;
  readonly doc: string | null;
}

/** The table of a view's generation, quoted. Throws TypeError for a name that a table cannot have. */
export const tableOf = ({ name }: Pick<CollectionShape, 'name'>, { number }: Pick<Generation, 'number'>): string => {
  if (!/^[a-z-]+$/.test(name)) throw new TypeError(`'${name}' is not a collection name`);
  return `"${name}_g${number}"`;
};

/** Whether a key has no NUL, at which SQLite would truncate it. */
const isWhole = (key: string): boolean => !key.includes('\0');

/** A key that no document can have, since bytes do not equal any text; no query finds its row. */
const IMPOSSIBLE_KEY = "x'00'";

export const makeCollection = (database: Database, shape: CollectionShape, table: string): void => {
  // With row ids, since an index of a table without them looks up each row, even where it has all that is asked for.
  database.exec(`CREATE TABLE IF NOT EXISTS ${table}
    (key TEXT NOT NULL PRIMARY KEY, position TEXT NOT NULL, doc TEXT)`);
  database
    .prepare(`INSERT OR IGNORE INTO ${table} (key, position, doc) VALUES (${IMPOSSIBLE_KEY}, ?, NULL)`)
    .run(randomUUID());
  const named = new Set(Object.values(shape.queries).flatMap(({ by }) => by?.join() ?? []));
  shape.indexes.forEach((fields, number) => {
    const name = named.has(fields.join()) ? namedIndex(table, fields) : `"${table.slice(1, -1)}_${number}"`;
    database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${indexColumns(fields)}) WHERE doc IS NOT NULL`);
  });
};

/** The documents of one table in a schema of the database; every call rejects while the table does not exist. */
export const openCollection = <Doc extends object>(
  database: Database,
  table: string,
  schema: 'main' | 'file' = 'main',
): Documents<Doc> => {
  const prepare = () => ({
    one: database.prepare(`SELECT key, position, doc FROM ${table} WHERE key = ?`),
    put: database.prepare(`INSERT INTO ${table} (key, position, doc) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET position = excluded.position, doc = excluded.doc WHERE position < excluded.position`),
  });
  let prepared: ReturnType<typeof prepare> | null = null;
  const statements = () => (prepared ??= prepare());
  const isThere = (quoted: string): boolean =>
    database.prepare(`SELECT 1 FROM ${schema}.sqlite_schema WHERE name = ?`).get(quoted.slice(1, -1)) !== undefined;
  const sourceBy = (by: Query['by']): Source => ({
    table,
    index: by !== undefined && isThere(namedIndex(table, by)) ? namedIndex(table, by) : null,
  });
  const read = (key: string): StoredRow | undefined =>
    isWhole(key) ? (statements().one.get(key) as StoredRow | undefined) : undefined;
  const parsed = (doc: string | null): Doc | null => (doc === null ? null : (JSON.parse(doc) as Doc));

  return {
    get: (key) => answer(() => parsed(read(key)?.doc ?? null)),
    load: (keys) =>
      answer(() => {
        const rows = keys.flatMap((key) => read(key) ?? []);
        return new Map(rows.map((row) => [row.key, { doc: parsed(row.doc), position: row.position }]));
      }),
    save: (changes: readonly Change<Doc>[]) =>
      answer(() => {
        transact(database, () => {
          for (const { key, doc, position } of changes) {
            if (!isWhole(key)) throw new TypeError(`${JSON.stringify(key)} cannot be a key: it holds a NUL`);
            statements().put.run(key, position, doc === null ? null : JSON.stringify(doc));
          }
        });
      }),
    find: (query) =>
      answer(() => {
        const { sql, values } = compileQuery(sourceBy(query.by), query);
        const rows = database.prepare(sql).all(...values) as unknown as readonly { doc: string }[];
        return rows.map((row) => JSON.parse(row.doc) as Doc);
      }),
    count: (where, by) =>
      answer(() => {
        const { sql, values } = compileCount(sourceBy(by), where);
        const row = database.prepare(sql).get(...values) as unknown as { total: number };
        return row.total;
      }),
    collectionId: () =>
      answer(() => {
        if (!isThere(table)) return null;
        const marked = database.prepare(`SELECT position FROM ${table} WHERE key = ${IMPOSSIBLE_KEY}`);
        return (marked.get() as Pick<StoredRow, 'position'> | undefined)?.position ?? null;
      }),
  };
};

import type { Position } from '../../../events/envelope.js';
import type { Change, CollectionShape, Documents, DocumentStore, Generation } from '../../../projections/documents.js';
import { closeDatabase, openDatabase, transact, type Database } from '../sqlite.js';
import { compileCondition, compileQuery, fieldExpression } from './compile-query.js';

interface StoredRow {
  readonly key: string;
  readonly position: Position;
  readonly doc: string | null;
}

const tableOf = (name: string, generation: Generation): string => {
  if (!/^[a-z-]+$/.test(name)) throw new TypeError(`'${name}' is not a collection name`);
  return `"${name}_g${generation.number}"`;
};

/** SQLite would cut a key at a NUL, and two documents could become one. */
const isWhole = (key: string): boolean => !key.includes('\0');

const openCollection = <Doc extends object>(
  database: Database,
  shape: CollectionShape,
  table: string,
): Documents<Doc> => {
  database.exec(`CREATE TABLE IF NOT EXISTS ${table}
    (key TEXT PRIMARY KEY, position TEXT NOT NULL, doc TEXT) WITHOUT ROWID`);
  shape.indexes.forEach((fields, index) => {
    const columns = [...fields.map(fieldExpression), 'key'].join(', ');
    database.exec(
      `CREATE INDEX IF NOT EXISTS "${table.slice(1, -1)}_${index}" ON ${table} (${columns}) WHERE doc IS NOT NULL`,
    );
  });
  const one = database.prepare(`SELECT key, position, doc FROM ${table} WHERE key = ?`);
  const put = database.prepare(`INSERT INTO ${table} (key, position, doc) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET position = excluded.position, doc = excluded.doc WHERE position < excluded.position`);
  const read = (key: string): StoredRow | undefined =>
    isWhole(key) ? (one.get(key) as StoredRow | undefined) : undefined;
  const parsed = (doc: string | null): Doc | null => (doc === null ? null : (JSON.parse(doc) as Doc));

  return {
    get: (key) => Promise.resolve(parsed(read(key)?.doc ?? null)),
    load: (keys) => {
      const rows = keys.flatMap((key) => read(key) ?? []);
      return Promise.resolve(new Map(rows.map((row) => [row.key, { doc: parsed(row.doc), position: row.position }])));
    },
    save: async (changes: readonly Change<Doc>[]) => {
      transact(database, () => {
        for (const { key, doc, position } of changes) {
          if (!isWhole(key)) throw new TypeError(`${JSON.stringify(key)} cannot be a key: it holds a NUL`);
          put.run(key, position, doc === null ? null : JSON.stringify(doc));
        }
      });
      return Promise.resolve();
    },
    find: (query) => {
      const { sql, values } = compileQuery(table, query);
      const rows = database.prepare(sql).all(...values) as unknown as readonly { doc: string }[];
      return Promise.resolve(rows.map((row) => JSON.parse(row.doc) as Doc));
    },
    count: (where) => {
      const { sql, values } = compileCondition(where);
      const row = database
        .prepare(`SELECT count(*) AS total FROM ${table} WHERE doc IS NOT NULL AND ${sql}`)
        .get(...values) as unknown as { total: number };
      return Promise.resolve(row.total);
    },
  };
};

/** Read models on one disk: the same promises as any document database, and the file may be deleted at any time. */
export interface EmbeddedDocumentStore extends DocumentStore {
  /** What the database would do to answer a query, in its own words. */
  explain(shape: CollectionShape, generation: Generation, query: CollectionShape['queries'][string]): readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the document store at `path` (`:memory:` for one that ends with its process). Commits survive the process; after
 * a power cut the newest may be missing, together with the checkpoint behind them, and are then built again.
 */
export const openDocumentStore = (path: string): EmbeddedDocumentStore => {
  const database = openDatabase(path);
  database.exec(`PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS live (name TEXT PRIMARY KEY, number INTEGER NOT NULL, version INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS checkpoints (home TEXT PRIMARY KEY, position TEXT NOT NULL)`);
  const checkpointOf = database.prepare('SELECT position FROM checkpoints WHERE home = ?');
  const reach = database.prepare(`INSERT INTO checkpoints (home, position) VALUES (?, ?)
    ON CONFLICT (home) DO UPDATE SET position = excluded.position WHERE position <= excluded.position`);
  const liveOf = database.prepare('SELECT number, version FROM live WHERE name = ?');
  const goLive = database.prepare(`INSERT INTO live (name, number, version) VALUES (?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET number = excluded.number, version = excluded.version`);

  return {
    open: <Doc extends object>(shape: CollectionShape, generation: Generation) =>
      Promise.resolve(openCollection<Doc>(database, shape, tableOf(shape.name, generation))),
    drop: async (name, generation) => {
      const table = tableOf(name, generation);
      transact(database, () => {
        database.exec(`DROP TABLE IF EXISTS ${table}`);
        database.prepare('DELETE FROM checkpoints WHERE home = ?').run(table);
      });
      return Promise.resolve();
    },
    live: (name) => Promise.resolve((liveOf.get(name) as unknown as Generation | undefined) ?? null),
    goLive: async (name, { number, version }) => {
      goLive.run(name, number, version);
      return Promise.resolve();
    },
    checkpoint: (name, generation) => {
      const row = checkpointOf.get(tableOf(name, generation)) as unknown as { position: Position } | undefined;
      return Promise.resolve(row?.position ?? null);
    },
    reach: async (name, generation, position) => {
      const { changes } = reach.run(tableOf(name, generation), position);
      if (changes === 0) throw new Error(`another writer of ${name} is ahead of ${position}`);
      return Promise.resolve();
    },
    explain: (shape, generation, query) => {
      const { sql, values } = compileQuery(tableOf(shape.name, generation), query);
      const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as unknown as readonly {
        detail: string;
      }[];
      return rows.map((row) => row.detail);
    },
    close: () => {
      closeDatabase(database);
      return Promise.resolve();
    },
  };
};

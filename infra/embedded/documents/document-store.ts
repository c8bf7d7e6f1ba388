import type { CollectionShape, DocumentStore, Generation } from '../../../projections/documents.js';
import { generationNumberIn } from '../../documents/generation-number.js';
import { closeDatabase, openDatabase, transact, writeFault, type Database } from '../sqlite.js';
import { answer, documentFault } from './answer.js';
import { makeCollection, openCollection, tableOf } from './collection.js';
import { compileQuery, namedIndex } from './compile-query.js';
import { openRegisters } from './registers.js';

/** Read models in an SQLite file, which may be deleted while it is closed and is then built again. */
export interface EmbeddedDocumentStore extends DocumentStore {
  /** The database's plan for a query, as it describes it. */
  explain(shape: CollectionShape, generation: Generation, query: CollectionShape['queries'][string]): readonly string[];
  /** Why the disk refuses what is written; null while all is well. */
  fault(): Error | null;
  close(): Promise<void>;
}

/** 64 megabytes of write-ahead log between checkpoints: documents that change again soon are written to the file once. */
const CHECKPOINT_PAGES = 16_384;

/** The tables of a view's generations; of some that an earlier version built there are two. */
const tablesOf = (database: Database, name: string): string[] => {
  const rows = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?`)
    .all(`${name}_g[0-9]*`) as unknown as readonly { name: string }[];
  return rows.map((row) => row.name);
};

/**
 * Opens the document store at `path` (`:memory:` for one in memory). Commits survive the end of the process; after a
 * power failure the newest may be missing, together with their checkpoint, and are then built again. Throws DatabaseFault.
 */
export const openDocumentStore = (path: string): EmbeddedDocumentStore => {
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    return storeIn(database);
  } catch (error) {
    database?.close();
    throw documentFault(error);
  }
};

const storeIn = (database: Database): EmbeddedDocumentStore => {
  // Tables of earlier formats, whose views are built again.
  database.exec(
    `PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; DROP TABLE IF EXISTS live; DROP TABLE IF EXISTS checkpoints`,
  );
  const registers = openRegisters(database);
  return {
    ...registers,
    open: <Doc extends object>(shape: CollectionShape, generation: Generation) =>
      answer(() => openCollection<Doc>(database, tableOf(shape, generation))),
    prepare: <Doc extends object>(shape: CollectionShape, generation: Generation) =>
      answer(() => {
        const table = tableOf(shape, generation);
        makeCollection(database, shape, table);
        return openCollection<Doc>(database, table);
      }),
    sweepGenerations: async (name) => {
      const { generations } = await registers.register(name);
      const registered = new Set(generations.map(({ number }) => number));
      const sweep = (): void => {
        for (const table of tablesOf(database, name)) {
          if (!registered.has(generationNumberIn(table))) database.exec(`DROP TABLE "${table}"`);
        }
      };
      await answer(() => transact(database, sweep));
    },
    explain: (shape, generation, query) => {
      const table = tableOf(shape, generation);
      const index = query.by === undefined ? null : namedIndex(table, query.by);
      const { sql, values } = compileQuery({ table, index }, query);
      const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as unknown as readonly {
        detail: string;
      }[];
      return rows.map((row) => row.detail);
    },
    fault: () => writeFault(database),
    close: () => answer(() => closeDatabase(database)),
  };
};

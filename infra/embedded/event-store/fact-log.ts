import type { WireFact } from '../../../events/codec.js';
import { categoryOf } from '../../../events/store.js';
import type { Database } from '../sqlite.js';

/** A stored fact: position, revision, stream, id, type, data, metadata. */
export type FactRow = readonly [number, number, string, string, string, string, string];

/** Some facts in order, and the last position (or revision) that was looked at for them. */
export interface FactPage {
  readonly rows: readonly FactRow[];
  readonly reached: number;
}

/** A stretch of a stream, both ends inclusive; backwards when `from` is the greater. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The queries of the store, each at most one page of the log. */
export interface FactLog {
  /** The last position; 0 while there is none. */
  head(): number;
  streamId(name: string): number | undefined;
  addStream(name: string): number;
  /** The last revision of a stream; -1 when it has none. */
  lastRevision(stream: number): number;
  /** Ids of a stream's facts with their revisions, from `first` on, at most `count`. */
  idsFrom(stream: number, first: number, count: number): readonly (readonly [id: string, revision: number])[];
  add(stream: number, revision: number, fact: WireFact): number;
  positionAt(stream: number, revision: number): number;
  /** Facts of the categories (all when null) after one position and up to another, at most `most`. */
  page(after: number, upTo: number, categories: readonly string[] | null, most: number): FactPage;
  streamPage(stream: number, stretch: Stretch): FactPage;
}

/** A page ends at whichever comes first. The event loop is held for one page at a time. */
const PAGE = { facts: 1000, characters: 1024 * 1024 } as const;

const COLUMNS = 'f.position, f.revision, s.name, f.id, f.type, f.data, f.metadata';
// The cross join keeps the log outermost, so that a page is a stretch of the log and nothing is sorted.
const FACTS = `SELECT ${COLUMNS} FROM facts f CROSS JOIN streams s ON s.id = f.stream`;

/** Reads rows until the page is full: the next row stays in the database. */
const fill = (found: Iterable<unknown>, most = Infinity): { rows: FactRow[]; whole: boolean } => {
  const rows: FactRow[] = [];
  let characters = 0;
  for (const row of found as Iterable<FactRow>) {
    rows.push(row);
    characters += row[5].length + row[6].length;
    if (characters >= PAGE.characters || rows.length >= most) return { rows, whole: false };
  }
  return { rows, whole: true };
};

export const factLog = (database: Database): FactLog => {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const head = prepare('SELECT coalesce(max(position), 0) FROM facts');
  const streamId = prepare('SELECT id FROM streams WHERE name = ?');
  const addStream = prepare('INSERT INTO streams (name, category) VALUES (?, ?)');
  const lastRevision = prepare('SELECT coalesce(max(revision), -1) FROM facts WHERE stream = ?');
  const idsFrom = prepare(
    'SELECT id, revision FROM facts WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
  );
  const add = prepare('INSERT INTO facts (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)');
  const positionAt = prepare('SELECT position FROM facts WHERE stream = ? AND revision = ?');
  const range = 'f.position > ? AND f.position <= ?';
  const page = prepare(`${FACTS} WHERE ${range} ORDER BY f.position`);
  const categoryPage = prepare(
    `${FACTS} WHERE ${range} AND s.category IN (SELECT value FROM json_each(?)) ORDER BY f.position`,
  );
  const ofStream = `${FACTS} WHERE f.stream = ? AND f.revision BETWEEN ? AND ? ORDER BY f.revision`;
  const forwards = prepare(ofStream);
  const backwards = prepare(`${ofStream} DESC`);

  const number = (row: unknown): number => (row as readonly [number])[0];

  return {
    head: () => number(head.get()),
    streamId: (name) => (streamId.get(name) as readonly [number] | undefined)?.[0],
    addStream: (name) => Number(addStream.run(name, categoryOf(name)).lastInsertRowid),
    lastRevision: (stream) => number(lastRevision.get(stream)),
    idsFrom: (stream, first, count) => idsFrom.all(stream, first, count) as [string, number][],
    add: (stream, revision, { id, type, data, metadata }) =>
      Number(add.run(stream, revision, id, type, data, metadata).lastInsertRowid),
    positionAt: (stream, revision) => number(positionAt.get(stream, revision)),
    page: (after, upTo, categories, most) => {
      const end = Math.min(upTo, after + PAGE.facts);
      const { rows, whole } = fill(
        categories === null ? page.iterate(after, end) : categoryPage.iterate(after, end, JSON.stringify(categories)),
        most,
      );
      return { rows, reached: whole ? end : (rows.at(-1)?.[0] ?? end) };
    },
    streamPage: (stream, { from, to }) => {
      const back = to < from;
      const end = back ? Math.max(to, from - PAGE.facts + 1) : Math.min(to, from + PAGE.facts - 1);
      const { rows, whole } = fill(back ? backwards.iterate(stream, end, from) : forwards.iterate(stream, from, end));
      return { rows, reached: whole ? end : (rows.at(-1)?.[1] ?? end) };
    },
  };
};

import type { WireFact } from '../../../events/codec/codec.js';
import { categoryOf } from '../../../events/store.js';
import type { Database } from '../sqlite.js';
import type { FactRow } from './fact-row.js';
import { metadataReader, SAME_METADATA } from './shared-metadata.js';

/** Facts in order, and the last position (or revision) that was examined for them. */
export interface FactPage {
  readonly rows: readonly FactRow[];
  readonly reached: number;
}

/**
 * Revisions of a stream, or positions of the log: those beyond `after` up to `upTo`; backwards, those below `after` down
 * to `upTo`.
 */
export interface Stretch {
  readonly after: number;
  readonly upTo: number;
}

/** The queries of the store, each at most one page of the log. */
export interface FactLog {
  /** The last position; 0 while there is none. */
  head(): number;
  /** The fact at the last position; undefined while there is none. */
  newest(): FactRow | undefined;
  streamId(name: string): number | undefined;
  addStream(name: string): number;
  /** The last revision of a stream; -1 when it has none. */
  lastRevision(stream: number): number;
  /** Ids of a stream's facts with their revisions, from `first` on, at most `count`. */
  idsFrom(stream: number, first: number, count: number): readonly (readonly [id: string, revision: number])[];
  /** Adds facts to a stream from a revision on; answers the position of the last. There must be one. */
  add(stream: number, revision: number, facts: readonly WireFact[]): number;
  positionAt(stream: number, revision: number): number;
  /** Facts of the categories (all when null), at most `most`. */
  page(stretch: Stretch, categories: readonly string[] | null, most: number): FactPage;
  streamPage(stream: number, stretch: Stretch): FactPage;
}

/**
 * The limits of a page, which ends with the chunk that reaches them. Rows are fetched in chunks, since one by one takes
 * 1.5 times as long; the event loop is blocked for one page at a time.
 */
const PAGE = { facts: 1000, characters: 1024 * 1024, chunk: 125 } as const;

/** Facts that one statement adds: several together are faster than one statement for each. */
const FACTS_PER_INSERT = 25;

const COLUMNS = 'f.position, f.revision, s.name, f.id, f.type, f.data, f.metadata';
// The cross join scans the log in order, so that nothing is sorted.
const FACTS = `SELECT ${COLUMNS} FROM facts f CROSS JOIN streams s ON s.id = f.stream`;

/** Fetches the chunks after `start` until the page is full or `end` is reached, in either direction. */
const fill = (
  start: number,
  end: number,
  most: number,
  fetch: (from: number, to: number) => readonly FactRow[],
): FactPage => {
  const step = end < start ? -1 : 1;
  const last = start + step * Math.min(Math.abs(end - start), PAGE.facts);
  const rows: FactRow[] = [];
  let characters = 0;
  let reached = start;
  while (reached !== last && rows.length < most && characters < PAGE.characters) {
    const to = reached + step * Math.min(Math.abs(last - reached), PAGE.chunk);
    for (const row of fetch(reached, to)) {
      rows.push(row);
      characters += row[5].length + row[6].length;
    }
    reached = to;
  }
  return { rows: rows.length > most ? rows.slice(0, most) : rows, reached };
};

type Prepare = (sql: string) => ReturnType<Database['prepare']>;

/** Reads a page of the log, in either direction. */
const pageOf = (prepare: Prepare, withMetadata: ReturnType<typeof metadataReader>): FactLog['page'] => {
  const forwards = (wanted: string): string =>
    `${FACTS} WHERE f.position > ? AND f.position <= ?${wanted} ORDER BY f.position`;
  const ofCategory = ' AND s.category IN (SELECT value FROM json_each(?))';
  const [all, allBack] = [prepare(forwards('')), prepare(`${forwards('')} DESC`)];
  const [some, someBack] = [prepare(forwards(ofCategory)), prepare(`${forwards(ofCategory)} DESC`)];
  return ({ after, upTo }, categories, most) => {
    const wanted = categories === null ? [] : [JSON.stringify(categories)];
    const [forth, back] = categories === null ? [all, allBack] : [some, someBack];
    return fill(after, upTo, most, (from, to) =>
      withMetadata(to < from ? back.all(to - 1, from - 1, ...wanted) : forth.all(from, to, ...wanted)),
    );
  };
};

const number = (row: unknown): number => (row as readonly [number])[0];

export const factLog = (database: Database): FactLog => {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const head = prepare('SELECT coalesce(max(position), 0) FROM facts');
  const streamId = prepare('SELECT id FROM streams WHERE name = ?');
  const addStream = prepare('INSERT INTO streams (name, category) VALUES (?, ?)');
  const lastRevision = prepare('SELECT coalesce(max(revision), -1) FROM facts WHERE stream = ?');
  const idsFrom = prepare(
    'SELECT id, revision FROM facts WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
  );
  const adding = (rows: number) => {
    const values = Array.from({ length: rows }, (_each, index) => `(?1, ?2 + ${index}, ?, ?, ?, ?)`).join(', ');
    return prepare(`INSERT INTO facts (stream, revision, id, type, data, metadata) VALUES ${values}`);
  };
  const [addOne, addMany] = [adding(1), adding(FACTS_PER_INSERT)];
  const positionAt = prepare('SELECT position FROM facts WHERE stream = ? AND revision = ?');
  const newest = prepare(`${FACTS} ORDER BY f.position DESC LIMIT 1`);
  const ofStream = `${FACTS} WHERE f.stream = ? AND f.revision BETWEEN ? AND ? ORDER BY f.revision`;
  const forwards = prepare(ofStream);
  const backwards = prepare(`${ofStream} DESC`);

  const withMetadata = metadataReader(database);

  return {
    head: () => number(head.get()),
    newest: () => withMetadata(newest.all())[0],
    streamId: (name) => (streamId.get(name) as readonly [number] | undefined)?.[0],
    addStream: (name) => Number(addStream.run(name, categoryOf(name)).lastInsertRowid),
    lastRevision: (stream) => number(lastRevision.get(stream)),
    idsFrom: (stream, first, count) => idsFrom.all(stream, first, count) as [string, number][],
    add(stream, revision, facts) {
      let position = 0;
      let before = '';
      for (let at = 0; at < facts.length;) {
        const count = facts.length - at < FACTS_PER_INSERT ? 1 : FACTS_PER_INSERT;
        const values: string[] = [];
        for (const { id, type, data, metadata } of facts.slice(at, at + count)) {
          values.push(id, type, data, metadata === before ? SAME_METADATA : metadata);
          before = metadata;
        }
        position = Number((count === 1 ? addOne : addMany).run(stream, revision + at, ...values).lastInsertRowid);
        at += count;
      }
      return position;
    },
    positionAt: (stream, revision) => number(positionAt.get(stream, revision)),
    page: pageOf(prepare, withMetadata),
    streamPage: (stream, { after, upTo }) =>
      fill(after, upTo, Infinity, (from, to) =>
        withMetadata(to < from ? backwards.all(stream, to, from - 1) : forwards.all(stream, from + 1, to)),
      ),
  };
};

import type { IndexedText } from '../../../projections/search/substring-index.js';
import type { AboutShapes } from '../tables/about-shapes.js';
import type { BlockWriter } from './block-writer.js';
import { compareEntries, LOWEST_LABEL, type Ordered } from '../tables/entry-order.js';
import type { EntryTable } from '../tables/entry-table.js';
import type { GramChanges } from './gram-counts.js';
import { placeInGap, roomIn, spreadInGap, widerGap, type Gap } from './place-entries.js';
import { escapeText, foldedOf, hashOf, newEntry, type EntryRow, type NewEntry } from '../tables/stored-text.js';

/** All that an entry is written to, within one transaction. */
export interface WrittenTables {
  readonly table: EntryTable;
  readonly blocks: BlockWriter;
  /** Of texts of three characters. */
  readonly grams: GramChanges;
  readonly shapes: AboutShapes;
  readonly partitionId: (name: string) => number;
}

/** A place where entries were crowded is spread until so many labels come to each of them. */
const LABELS_OF_AN_ENTRY = 4;
const NARROWEST = 1024;

/** Writes the entries of one change. */
export class EntryWriter {
  readonly #tables: WrittenTables;

  constructor(tables: WrittenTables) {
    this.#tables = tables;
  }

  remove(keys: readonly string[]): void {
    for (const key of new Set(keys.map(escapeText))) {
      const row = this.#tables.table.find(key, hashOf(key));
      if (row !== undefined) this.#removeRow(row);
    }
  }

  /** Of entries with the same key the last one counts. */
  put(entries: readonly IndexedText[]): void {
    const latest = new Map(entries.map((entry) => [entry.key, entry]));
    const added = [...latest.values()].map(newEntry).filter((entry) => this.#makesWay(entry));
    added.sort(compareEntries);
    for (let from = 0; from < added.length;) from = this.#addRun(added, from);
  }

  /** Whether an entry has to be added: it is new, or found by another text or at another place than before. */
  #makesWay(entry: NewEntry): boolean {
    const row = this.#tables.table.find(entry.key, entry.hash);
    if (row === undefined) return true;
    if ((row.text ?? row.key) === entry.text && row.ms === entry.ms && row.ticks === entry.ticks) {
      this.#tables.table.change(row.label, this.#describe(entry));
      return false;
    }
    this.#removeRow(row);
    return true;
  }

  /** Adds those of the entries, oldest first, that belong into the same gap as the one at `from`; answers their end. */
  #addRun(entries: readonly NewEntry[], from: number): number {
    const first = entries[from];
    if (first === undefined) return entries.length;
    const { gap, newer } = this.#tables.table.gapFor(first);
    let to = from + 1;
    while (to < entries.length && isBefore(entries[to], newer)) to++;
    const run = entries.slice(from, to);
    if (roomIn(gap) < run.length) this.#addCrowded(run, gap);
    else {
      const labels = placeInGap(run, gap);
      run.forEach((entry, index) => this.#addRow(this.#rowOf(entry, labelAt(labels, index))));
    }
    return to;
  }

  /** Moves the entries around a gap apart. Seldom: a time has room for many entries, and most come in their order. */
  #addCrowded(run: readonly NewEntry[], gap: Gap): void {
    const { table } = this.#tables;
    let wide = gap;
    for (let by = NARROWEST; roomIn(wide) < LABELS_OF_AN_ENTRY * (table.countIn(wide) + run.length); by *= 4) {
      wide = widerGap(gap, by, LOWEST_LABEL);
    }
    const moved = table.rowsIn(wide);
    for (const row of moved) this.#takeAway(row);
    const older = moved.filter((row) => row.label <= gap.above).length;
    const labels = spreadInGap(moved.length + run.length, wide);
    moved.forEach((row, index) => {
      this.#place({ ...row, label: labelAt(labels, index < older ? index : index + run.length) });
    });
    run.forEach((entry, index) => this.#addRow(this.#rowOf(entry, labelAt(labels, older + index))));
  }

  #rowOf(entry: NewEntry, label: number): EntryRow {
    const { hash, ms, ticks, key, text, folded } = entry;
    return {
      ...{ label, hash, ms, ticks, key, ...this.#describe(entry) },
      text: text === key ? null : text,
      folded: folded === text ? null : folded,
    };
  }

  #describe({ entry }: NewEntry): Pick<EntryRow, 'partition' | 'about'> {
    const { shapes, partitionId } = this.#tables;
    return { partition: partitionId(entry.partition), about: shapes.pack(entry.about) };
  }

  #addRow(row: EntryRow): void {
    this.#place(row);
    this.#tables.grams.count(foldedOf(row), 1);
  }

  #removeRow(row: EntryRow): void {
    this.#takeAway(row);
    this.#tables.grams.count(foldedOf(row), -1);
  }

  #place(row: EntryRow): void {
    this.#tables.table.add(row);
    this.#tables.blocks.count(row.label, foldedOf(row), 1);
  }

  #takeAway(row: EntryRow): void {
    this.#tables.table.remove(row);
    this.#tables.blocks.count(row.label, foldedOf(row), -1);
  }
}

const isBefore = (entry: Ordered | undefined, newer: Ordered | null): boolean =>
  entry !== undefined && (newer === null || compareEntries(entry, newer) < 0);

const labelAt = (labels: readonly number[], index: number): number => labels[index] ?? NaN;

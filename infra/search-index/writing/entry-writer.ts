import type { IndexedText } from '../../../projections/search/substring-index.js';
import { compareEntries, LOWEST_LABEL, type OrderKey } from '../tables/entry-order.js';
import type { EntryTable } from '../tables/entry-table.js';
import { placeInGap, roomIn, spreadInGap, widerGap, type Gap } from './place-entries.js';
import { escapeText, hashOf } from '../tables/stored-text.js';
import { newEntry, type NewEntry } from './new-entry.js';

/** A place where entries were crowded is spread until so many labels come to each of them. */
const LABELS_OF_AN_ENTRY = 4;
const NARROWEST = 1024;

/** Writes the entries of changes, each within a transaction. */
export class EntryWriter {
  readonly #table: EntryTable;

  constructor(table: EntryTable) {
    this.#table = table;
  }

  remove(keys: readonly string[]): void {
    for (const key of new Set(keys.map(escapeText))) {
      const row = this.#table.find(key, hashOf(key));
      if (row !== undefined) this.#table.remove(row);
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
    const row = this.#table.find(entry.key, entry.hash);
    if (row === undefined) return true;
    if (row.text === entry.text && row.created === entry.created) {
      this.#table.change(row.label, { partition: this.#table.partitionId(entry.partitionName), about: entry.about });
      return false;
    }
    this.#table.remove(row);
    return true;
  }

  /** Adds those of the entries, oldest first, that belong into the same gap as the one at `from`; answers their end. */
  #addRun(entries: readonly NewEntry[], from: number): number {
    const first = entries[from];
    if (first === undefined) return entries.length;
    const { gap, newer } = this.#table.gapFor(first);
    let to = from + 1;
    while (to < entries.length && isBefore(entries[to], newer)) to++;
    const run = entries.slice(from, to);
    if (roomIn(gap) < run.length) this.#addCrowded(run, gap);
    else {
      const labels = placeInGap(run, gap);
      run.forEach((entry, index) => this.#add(entry, labelAt(labels, index)));
    }
    return to;
  }

  /** Moves the entries around a gap apart. Seldom: a time has room for many entries, and most come in their order. */
  #addCrowded(run: readonly NewEntry[], gap: Gap): void {
    let wide = gap;
    for (let by = NARROWEST; roomIn(wide) < LABELS_OF_AN_ENTRY * (this.#table.countIn(wide) + run.length); by *= 4) {
      wide = widerGap(gap, by, LOWEST_LABEL);
    }
    const moved = this.#table.rowsIn(wide);
    for (const row of moved) this.#table.remove(row);
    const older = moved.filter((row) => row.label <= gap.above).length;
    const labels = spreadInGap(moved.length + run.length, wide);
    moved.forEach((row, index) => {
      this.#table.add({ ...row, label: labelAt(labels, index < older ? index : index + run.length) });
    });
    run.forEach((entry, index) => this.#add(entry, labelAt(labels, older + index)));
  }

  #add(entry: NewEntry, label: number): void {
    this.#table.add({ ...entry, label, partition: this.#table.partitionId(entry.partitionName) });
  }
}

const isBefore = (entry: OrderKey | undefined, newer: OrderKey | null): boolean =>
  entry !== undefined && (newer === null || compareEntries(entry, newer) < 0);

const labelAt = (labels: readonly number[], index: number): number => labels[index] ?? NaN;

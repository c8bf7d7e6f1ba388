import type { Database } from '../../embedded/sqlite.js';
import { blockIndexOf, rangeOf, readBlocks } from '../tables/blocks.js';
import { LOWEST_LABEL } from '../tables/entry-order.js';
import type { EntryTable } from '../tables/entry-table.js';
import { gramChanges, type GramChanges } from './gram-counts.js';
import { onlyRow } from '../tables/typed-rows.js';

interface ChangedBlock {
  readonly first: number;
  entries: number;
  /** Of texts of one and two characters; null while nothing has changed. */
  grams: GramChanges | null;
}

/**
 * Keeps the entries divided into blocks of about `blockEntries`, and counts in each the texts of one and two characters.
 * Reads the blocks as they are stored; for one change.
 */
export class BlockWriter {
  readonly #database: Database;
  readonly #table: EntryTable;
  readonly #blockEntries: number;
  readonly #blocks: ChangedBlock[];
  #highest: number;

  constructor(database: Database, table: EntryTable, blockEntries: number) {
    this.#database = database;
    this.#table = table;
    this.#blockEntries = blockEntries;
    this.#blocks = readBlocks(database).map(({ first, entries }) => ({ first, entries, grams: null }));
    if (this.#blocks.length === 0) this.#blocks.push({ first: LOWEST_LABEL, entries: 0, grams: null });
    const { label } = onlyRow<{ label: number | null }>(database.prepare('SELECT max(label) AS label FROM entries'));
    this.#highest = label ?? LOWEST_LABEL;
  }

  /** An entry that has been added where `step` is 1, removed where it is -1. */
  count(label: number, folded: string, step: 1 | -1): void {
    add(this.#blockOf(label, step), folded, step);
    if (step === 1) this.#highest = Math.max(this.#highest, label);
  }

  /** Divides blocks that have become too large, and writes what has changed. */
  save(version: number): void {
    for (let index = this.#blocks.length - 1; index >= 0; index--) {
      if ((this.#blocks[index]?.entries ?? 0) > 2 * this.#blockEntries) this.#divide(index);
    }
    const write = this.#database.prepare(`
      INSERT INTO blocks (first, entries, version) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET entries = excluded.entries, version = excluded.version
    `);
    const addGram = this.#database.prepare(`
      INSERT INTO short_grams (gram, block, entries) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET entries = entries + excluded.entries
    `);
    const dropGram = this.#database.prepare('DELETE FROM short_grams WHERE gram = ? AND block = ? AND entries = 0');
    for (const { first, entries, grams } of this.#blocks) {
      if (grams === null) continue;
      write.run(first, entries, version);
      for (const [gram, change] of grams.take()) {
        addGram.run(gram, first, change);
        if (change < 0) dropGram.run(gram, first);
      }
    }
  }

  #blockOf(label: number, step: 1 | -1): ChangedBlock {
    const newest = this.#blocks.at(-1);
    if (newest === undefined) throw new Error('there is always a block');
    // Entries come mostly in the order of their times: then the newest block is full one day, and never divided.
    if (step === 1 && label > this.#highest && newest.entries >= this.#blockEntries) {
      const next: ChangedBlock = { first: label, entries: 0, grams: null };
      this.#blocks.push(next);
      return next;
    }
    return this.#blocks[blockIndexOf(this.#blocks, label)] ?? newest;
  }

  #divide(index: number): void {
    const { from, to } = rangeOf(this.#blocks, index);
    const parts: ChangedBlock[] = [{ first: from, entries: 0, grams: null }];
    for (const { label, folded } of this.#table.texts(from, to)) {
      let part = parts.at(-1);
      if (part === undefined || part.entries >= this.#blockEntries) {
        part = { first: label, entries: 0, grams: null };
        parts.push(part);
      }
      add(part, folded, 1);
    }
    this.#database.prepare('DELETE FROM short_grams WHERE block = ?').run(from);
    this.#blocks.splice(index, 1, ...parts);
  }
}

const add = (block: ChangedBlock, folded: string, step: 1 | -1): void => {
  block.entries += step;
  block.grams ??= gramChanges(1, 2);
  block.grams.count(folded, step);
};

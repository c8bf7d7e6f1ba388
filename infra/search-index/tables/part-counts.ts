import { type Database, transact } from '../../embedded/sqlite.js';
import { readBlocks, rangeOf } from './blocks.js';
import type { EntryTable } from './entry-table.js';
import { frequentParts, LONGEST_PART } from '../writing/frequent-parts.js';
import { firstRow } from './typed-rows.js';

/** Counts the frequent parts of one block that has changed since they were counted; answers whether there was one. */
export type CountPartsOfBlock = () => boolean;

/** Not of the newest block, which changes all the time. One block is some tenths of a second of work. */
export const openPartCounter = (database: Database, table: EntryTable): CountPartsOfBlock => {
  const forget = database.prepare('DELETE FROM parts WHERE block = ?');
  const add = database.prepare('INSERT INTO parts (block, part, entries) VALUES (?, ?, ?)');
  const done = database.prepare('UPDATE blocks SET parts_version = version WHERE first = ?');
  const counted = database.prepare('UPDATE state SET parts_counted = parts_counted + 1');
  return () => {
    const blocks = readBlocks(database);
    const index = blocks.findIndex((block, at) => block.partsVersion !== block.version && at < blocks.length - 1);
    const block = blocks[index];
    if (block === undefined) return false;
    transact(database, () => {
      const { from, to } = rangeOf(blocks, index);
      const texts = Array.from(table.texts(from, to), ({ folded }) => folded);
      forget.run(block.first);
      for (const [part, entries] of frequentParts(texts)) add.run(block.first, part, entries);
      done.run(block.first);
      counted.run();
    });
    return true;
  };
};

/** In how many entries of a block a part occurs, where that is kept; null where it is not. */
export const openPartReader = (database: Database): ((block: number, part: string) => number | null) => {
  const find = database.prepare('SELECT entries FROM parts WHERE block = ? AND part = ?');
  return (block, part) => {
    if (part.length > LONGEST_PART) return null;
    return firstRow<{ entries: number }>(find, block, part)?.entries ?? null;
  };
};

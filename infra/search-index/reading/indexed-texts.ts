import type { IndexedText } from '../../../projections/search/substring-index.js';
import type { Database } from '../../embedded/sqlite.js';
import { openAboutShapes } from '../tables/about-shapes.js';
import { createdAt, unescapeText, type EntryRow } from '../tables/stored-text.js';
import { onlyRow } from '../tables/typed-rows.js';

/** Makes of rows what was put into the index. */
export const openIndexedTexts = (database: Database): ((rows: readonly EntryRow[]) => IndexedText[]) => {
  const shapes = openAboutShapes(database);
  const nameOf = database.prepare('SELECT name FROM partitions WHERE id = ?');
  return (rows) => {
    const names = new Map<number, string>();
    const nameFor = (id: number): string => {
      const name = names.get(id) ?? unescapeText(onlyRow<{ name: string }>(nameOf, id).name);
      names.set(id, name);
      return name;
    };
    return rows.map((row) => ({
      key: unescapeText(row.key),
      partition: nameFor(row.partition),
      text: unescapeText(row.text ?? row.key),
      created: createdAt(row),
      about: shapes.unpack(row.about),
    }));
  };
};

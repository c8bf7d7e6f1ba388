import type { Database } from '../../embedded/sqlite.js';
import { firstRow, onlyRow } from './typed-rows.js';

/** More lists of names than an owner of an index has; objects with further ones are stored with their names. */
const MOST_SHAPES = 1_000;
/** The number of the shape of an object that is stored with its names. */
const NAMED = 0;

type About = Readonly<Record<string, unknown>>;

/** Stores what results carry without repeating the names of its properties: `[shape, value, …]`. */
export interface AboutShapes {
  /** May add a row; in a transaction only. */
  pack(about: About): string;
  unpack(packed: string): About;
  /** Forgets what was added in a transaction that was rolled back. */
  forget(): void;
}

export const openAboutShapes = (database: Database): AboutShapes => {
  const find = database.prepare('SELECT id FROM shapes WHERE names = ?');
  const count = database.prepare('SELECT count(*) AS shapes FROM shapes');
  const add = database.prepare('INSERT INTO shapes (names) VALUES (?) RETURNING id');
  const read = database.prepare('SELECT names FROM shapes WHERE id = ?');
  const ids = new Map<string, number>();
  const names = new Map<number, readonly string[]>();

  const idOf = (list: string): number => {
    const known = ids.get(list);
    if (known !== undefined) return known;
    let row = firstRow<{ id: number }>(find, list);
    if (row === undefined) {
      const { shapes } = onlyRow<{ shapes: number }>(count);
      if (shapes >= MOST_SHAPES) return NAMED;
      row = onlyRow<{ id: number }>(add, list);
    }
    ids.set(list, row.id);
    return row.id;
  };
  const namesOf = (id: number): readonly string[] => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const row = onlyRow<{ names: string }>(read, id);
    const list = JSON.parse(row.names) as string[];
    names.set(id, list);
    return list;
  };

  return {
    pack(about) {
      const present = Object.keys(about).filter((name) => about[name] !== undefined);
      const id = idOf(JSON.stringify(present));
      return JSON.stringify(id === NAMED ? [NAMED, about] : [id, ...present.map((name) => about[name])]);
    },
    unpack(packed) {
      const [id, ...values] = JSON.parse(packed) as [number, ...unknown[]];
      if (id === NAMED) return values[0] as About;
      return Object.fromEntries(namesOf(id).map((name, index) => [name, values[index]]));
    },
    forget: () => ids.clear(),
  };
};

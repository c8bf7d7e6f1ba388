import { hash } from 'node:crypto';
import type { IndexedText } from '../../../projections/search/substring-index.js';
import { foldText } from './fold-text.js';

/** A moment as two small integers: milliseconds since 1970, and the 100-nanosecond steps past them. */
export interface Moment {
  readonly ms: number;
  readonly ticks: number;
}

const ESCAPED = /[\u0000\u0001]/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/;

/** Throws RangeError for a text that is not a timestamp of the platform (events/time.ts). */
export const momentOf = (created: string): Moment => {
  const ms = TIMESTAMP.test(created) ? Date.parse(`${created.slice(0, 23)}Z`) : NaN;
  if (Number.isNaN(ms)) throw new RangeError(`${JSON.stringify(created)} is not a timestamp with seven decimals`);
  return { ms, ticks: Number(created.slice(23, 27)) };
};

export const createdAt = ({ ms, ticks }: Moment): string =>
  `${new Date(ms).toISOString().slice(0, -1)}${String(ticks).padStart(4, '0')}Z`;

/** Two characters stand for U+0000, at which SQLite would end a text, and for U+0001. Keeps the order of texts. */
export const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replaceAll('\u0001', '\u00011').replaceAll('\u0000', '\u00010') : text;

export const unescapeText = (stored: string): string =>
  stored.includes('\u0001') ? stored.replaceAll('\u00010', '\u0000').replaceAll('\u00011', '\u0001') : stored;

/** 48 bits of a digest, so that keys of equal hash cannot be made at will. */
export const hashOf = (key: string): number => hash('sha256', key, 'buffer').readUIntBE(0, 6);

/** An entry on its way into the index; `key` and `text` as they are stored. */
export interface NewEntry extends Moment {
  readonly entry: IndexedText;
  readonly key: string;
  readonly text: string;
  readonly hash: number;
  readonly folded: string;
}

export const newEntry = (entry: IndexedText): NewEntry => {
  const key = escapeText(entry.key);
  return {
    ...momentOf(entry.created),
    ...{ entry, key, text: escapeText(entry.text), hash: hashOf(key), folded: foldText(entry.text) },
  };
};

/** A row of the table `entries`; `text` is null where it equals the key, `folded` where it equals the text. */
export interface EntryRow extends Moment {
  readonly label: number;
  readonly hash: number;
  readonly partition: number;
  readonly key: string;
  readonly text: string | null;
  readonly folded: string | null;
  readonly about: string;
}

/** The columns of an EntryRow in SQL. */
export const ENTRY_COLUMNS = 'label, hash, partition, ms, ticks, key, text, folded, about';

/** The folded text of a row in SQL. */
export const FOLDED = 'coalesce(folded, text, key)';

export const foldedOf = ({ key, text, folded }: EntryRow): string => folded ?? text ?? key;

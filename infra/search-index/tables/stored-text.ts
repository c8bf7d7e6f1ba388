import { hash } from 'node:crypto';

const ESCAPED = /[\u0000\u0001]/;

/** Two characters stand for U+0000, at which SQLite would end a text, and for U+0001. Keeps the order of texts. */
export const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replaceAll('\u0001', '\u00011').replaceAll('\u0000', '\u00010') : text;

export const unescapeText = (stored: string): string =>
  stored.includes('\u0001') ? stored.replaceAll('\u00010', '\u0000').replaceAll('\u00011', '\u0001') : stored;

/** 48 bits of a digest, so that keys of equal hash cannot be made at will. */
export const hashOf = (key: string): number => hash('sha256', key, 'buffer').readUIntBE(0, 6);

/** A row of the table `entries`; `text` is null where it equals the key, `folded` where it equals the text. */
export interface EntryRow {
  readonly label: number;
  readonly hash: number;
  /** The number that stands for its name. */
  readonly partition: number;
  readonly created: string;
  readonly key: string;
  readonly text: string | null;
  readonly folded: string | null;
  /** JSON. */
  readonly about: string;
}

/** The columns of an EntryRow in SQL. */
export const ENTRY_COLUMNS = 'label, hash, partition, created, key, text, folded, about';

/** The folded text of a row in SQL. */
export const FOLDED = 'coalesce(folded, text, key)';

export const foldedOf = ({ key, text, folded }: EntryRow): string => folded ?? text ?? key;

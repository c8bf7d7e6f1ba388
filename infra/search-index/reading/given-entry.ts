import type { IndexedText } from '../../../projections/search/substring-index.js';
import { unescapeText, type EntryRow } from '../tables/stored-text.js';

/** What is read of an entry to give it back. */
export interface GivenRow extends Pick<EntryRow, 'label' | 'created' | 'key' | 'text' | 'about'> {
  readonly name: string;
}

/** The columns of a GivenRow in SQL, of `entries` and their `partitions`. */
export const GIVEN_COLUMNS = 'label, created, key, text, about, name';

/** What was put into the index. */
export const givenEntry = ({ key, name, text, created, about }: GivenRow): IndexedText => ({
  key: unescapeText(key),
  partition: unescapeText(name),
  text: unescapeText(text ?? key),
  created,
  about: JSON.parse(about) as IndexedText['about'],
});

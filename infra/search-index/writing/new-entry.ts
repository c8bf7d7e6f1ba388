import type { IndexedText } from '../../../projections/search/substring-index.js';
import { labelFor } from '../tables/entry-order.js';
import { foldText } from '../tables/fold-text.js';
import { escapeText, hashOf, type EntryRow } from '../tables/stored-text.js';

/** An entry on its way into the index: its row, of which the label and the number of the partition are not known yet. */
export interface NewEntry extends Omit<EntryRow, 'label' | 'partition'> {
  readonly partitionName: string;
  /** The label that it has where there is room. */
  readonly wanted: number;
}

/** Throws RangeError where the entry has no timestamp of the platform. */
export const newEntry = ({ key, partition, text, created, about }: IndexedText): NewEntry => {
  const stored = { key: escapeText(key), text: escapeText(text) };
  const folded = foldText(text);
  return {
    ...{ partitionName: partition, wanted: labelFor(created) },
    ...{ hash: hashOf(stored.key), created, key: stored.key, about: JSON.stringify(about) },
    text: stored.text === stored.key ? null : stored.text,
    folded: folded === stored.text ? null : folded,
  };
};

import type { MetadataEntry } from './entries.js';

/** The entries of one type, in the order given. */
export const entriesOfType = <Type extends MetadataEntry['type']>(
  entries: Iterable<MetadataEntry>,
  type: Type,
): Extract<MetadataEntry, { type: Type }>[] =>
  [...entries].filter((entry): entry is Extract<MetadataEntry, { type: Type }> => entry.type === type);

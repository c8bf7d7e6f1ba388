import type { MetadataEntry } from './entries.js';

/**
 * The entries that still hold of a file: a digest in a bag's manifest does not where the file was stored after the
 * manifest (companion 11.3).
 */
export const currentEntries = <Type extends MetadataEntry>(
  entries: readonly Type[],
  fileModified: Date | null,
): readonly Type[] =>
  fileModified === null
    ? entries
    : entries.filter(
        ({ type, source, timestamp }) =>
          type !== 'DigestMetadata' || source !== 'BagIt' || timestamp === null || fileModified <= timestamp,
      );

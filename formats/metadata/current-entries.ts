import type { MetadataEntry } from './entries.js';

/**
 * The entries that are still valid for a file: a digest of a bag's manifest is not where the file was stored after the
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

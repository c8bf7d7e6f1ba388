import { entriesOfType } from './entries-of-type.js';
import type { ExifMetadata, MetadataEntry, VirusScanMetadata } from './entries.js';
import { newestEntry } from './precedence.js';

/** The newest virus scan of a file; null where there is none. */
export const coalesceVirusScan = (entries: Iterable<MetadataEntry>): VirusScanMetadata | null =>
  newestEntry(entriesOfType(entries, 'VirusScanMetadata'));

/** The newest tags of a file; null where there are none. */
export const coalesceExif = (entries: Iterable<MetadataEntry>): ExifMetadata | null =>
  newestEntry(entriesOfType(entries, 'ExifMetadata'));

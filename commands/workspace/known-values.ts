import type { ObjectInfo } from '../../formats/bytes.js';
import { coalesceDigest } from '../../formats/metadata/coalesce-digest.js';
import { coalesceFormat } from '../../formats/metadata/coalesce-format.js';
import { coalesceExif } from '../../formats/metadata/coalesce-newest.js';
import { contentTypes } from '../../formats/metadata/content-types.js';
import { currentEntries } from '../../formats/metadata/current-entries.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { entriesOfType } from '../../formats/metadata/entries-of-type.js';
import { significantProperties } from '../../formats/metadata/significant-properties.js';
import type { FileValues, WrittenExtents } from '../../formats/mets/editing/entry-values.js';
import { fileModified } from './file-modified.js';
import { originalName } from './workspace-object.js';

/**
 * The values of a file for its METS entry: those its tools agree on, else those of the store (companion 5.4). Throws
 * MetadataFault where tools disagree.
 */
export const knownValues = (path: string, info: ObjectInfo, toolMetadata: readonly MetadataEntry[]): FileValues => {
  const entries = currentEntries(toolMetadata, info.lastModified);
  const { sha256, size, contentType } = info;
  const format = coalesceFormat(path, entries, { digest: sha256, size, contentType });
  const allEntries = format === null ? entries : [...entries, format];
  return {
    path,
    name: originalName(info),
    contentType: contentTypes(allEntries, contentType).best,
    digest: coalesceDigest(path, entries) ?? sha256,
    size: format?.size ?? size,
    fileModified: fileModified(info),
    format: format?.pronomKey ? { pronomKey: format.pronomKey, name: format.formatName } : null,
    storageLocation: format?.storageLocation ?? null,
    virusScans: entriesOfType(entries, 'VirusScanMetadata'),
    exif: coalesceExif(entries)?.tags ?? null,
    extents: extentsOf(path, entries),
  };
};

const extentsOf = (path: string, entries: readonly MetadataEntry[]): WrittenExtents | null => {
  const properties = significantProperties(path, entries);
  if (properties.size === 0) return null;
  return {
    width: pixels(properties.get('ImageWidth')),
    height: pixels(properties.get('ImageHeight')),
    duration: properties.get('Duration') ?? null,
    bitrate: properties.get('Bitrate') ?? null,
  };
};

/** The number of pixels; null for any other text. */
const pixels = (text: string | undefined): number | null => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null);

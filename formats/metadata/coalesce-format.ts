import { mediaTypeOf } from '../media-types/by-extension.js';
import { specificType } from '../media-types/specific-type.js';
import { entriesOfType } from './entries-of-type.js';
import type { FileFormatMetadata, MetadataEntry } from './entries.js';
import { MetadataFault } from './fault.js';
import { byPrecedence, newestEntry } from './precedence.js';

/** What the store records of a file. */
export interface StoredFile {
  /** SHA-256 in lower-case hex. */
  readonly digest: string | null;
  /** In bytes. */
  readonly size: number | null;
  readonly contentType: string | null;
}

/**
 * The format of a file (companion 9.8). Entries with the same PRONOM key complement one another; a file below
 * `metadata/` gets an entry made from what the store records. Null where nothing is known. Throws MetadataFault
 * `formats-differ`.
 */
export const coalesceFormat = (
  path: string,
  entries: Iterable<MetadataEntry>,
  stored: StoredFile,
): FileFormatMetadata | null => {
  const formats = byPrecedence(entriesOfType(entries, 'FileFormatMetadata'));
  const [first] = formats;
  if (first === undefined) return path.startsWith('metadata/') ? synthetic(path, stored) : null;
  const keys = new Set(formats.flatMap(({ pronomKey }) => pronomKey || []));
  if (keys.size > 1) throw new MetadataFault('formats-differ', `File formats for ${path} are not all the same`);
  return formats.length === 1 ? first : merged(formats);
};

const merged = (formats: readonly FileFormatMetadata[]): FileFormatMetadata => {
  const known = <Name extends keyof FileFormatMetadata>(name: Name): FileFormatMetadata[Name] | null =>
    formats.find((each) => each[name] !== null && each[name] !== '')?.[name] ?? null;
  return {
    type: 'FileFormatMetadata',
    source: [...new Set(formats.map(({ source }) => source))].join(','),
    timestamp: newestEntry(formats)?.timestamp ?? null,
    digest: known('digest'),
    size: known('size'),
    pronomKey: known('pronomKey'),
    formatName: known('formatName'),
    originalName: known('originalName'),
    storageLocation: known('storageLocation'),
    contentType: known('contentType'),
  };
};

const synthetic = (path: string, { digest, size, contentType }: StoredFile): FileFormatMetadata => ({
  type: 'FileFormatMetadata',
  source: 'Synthetic',
  timestamp: null,
  digest,
  size,
  pronomKey: null,
  formatName: null,
  originalName: null,
  storageLocation: null,
  contentType: specificType(contentType) || mediaTypeOf(path),
});

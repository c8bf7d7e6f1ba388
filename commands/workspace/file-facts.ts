import { coalesceFormat } from '../../formats/metadata/coalesce-format.js';
import { coalesceExif, coalesceVirusScan } from '../../formats/metadata/coalesce-newest.js';
import { contentTypes, type ContentTypes } from '../../formats/metadata/content-types.js';
import { currentEntries } from '../../formats/metadata/current-entries.js';
import { entriesOfType } from '../../formats/metadata/entries-of-type.js';
import type {
  ExifMetadata,
  FileFormatMetadata,
  MetadataEntry,
  VirusScanMetadata,
} from '../../formats/metadata/entries.js';
import { MetadataFault } from '../../formats/metadata/fault.js';
import type { ComparedFile } from '../../formats/mets/compared-mets.js';
import type { WorkspaceObject } from './workspace-object.js';

/** The values of a file that are compared; null where no source has one, or they disagree. */
export interface FileFacts {
  readonly format: FileFormatMetadata | null;
  readonly virusScan: VirusScanMetadata | null;
  readonly exif: ExifMetadata | null;
  /** Every PRONOM key that a source gives. */
  readonly pronomKeys: readonly string[];
  readonly contentTypes: ContentTypes;
  /** SHA-256 of the whole file, lower-case hex: those of the store and a bag's manifest, or those of a METS. */
  readonly digests: readonly string[];
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.flatMap((each) => (each === null || each === '' ? [] : [each]))),
];

/** `path` is relative to the files to preserve; `toolMetadata` is the metadata that tools give for the file. */
export const factsInDeposit = (
  path: string,
  file: Pick<WorkspaceObject, 'sha256' | 'size' | 'contentType' | 'modified'>,
  toolMetadata: readonly MetadataEntry[],
): FileFacts => {
  const { sha256, size, contentType, modified } = file;
  const entries = currentEntries(toolMetadata, modified);
  const formats = entriesOfType(entries, 'FileFormatMetadata');
  return {
    format: agreedFormat(() => coalesceFormat(path, entries, { digest: sha256, size, contentType })),
    virusScan: coalesceVirusScan(entries),
    exif: coalesceExif(entries),
    pronomKeys: distinct(formats.map(({ pronomKey }) => pronomKey)),
    contentTypes: contentTypes(entries, contentType),
    digests: distinct([sha256, ...entriesOfType(entries, 'DigestMetadata').map(({ digest }) => digest)]),
  };
};

export const factsInMets = ({ metadata, contentType, digest, otherDigest }: ComparedFile): FileFacts => {
  const [format] = entriesOfType(metadata, 'FileFormatMetadata');
  return {
    format: format ?? null,
    virusScan: coalesceVirusScan(metadata),
    exif: coalesceExif(metadata),
    pronomKeys: distinct([format?.pronomKey ?? null]),
    contentTypes: contentTypes([], contentType),
    digests: distinct([digest?.toLowerCase() ?? null, otherDigest]),
  };
};

const agreedFormat = (coalesce: () => FileFormatMetadata | null): FileFormatMetadata | null => {
  try {
    return coalesce();
  } catch (error) {
    if (error instanceof MetadataFault) return null;
    throw error;
  }
};

import type {
  DigestMetadata,
  ExtentMetadata,
  FileFormatMetadata,
  MetadataEntry,
  StorageMetadata,
  VirusScanMetadata,
} from '../../metadata/entries.js';
import type { MetsDirectory, MetsFile } from '../model/mets.js';
import { administrativeId, sectionAt, type FileSource } from '../structure/walk-files.js';
import type { MetsToRead } from '../structure/read-sections.js';
import type { Spend } from './text-budget.js';
import { virusChecksIn } from './virus-checks.js';

const METS_SOURCE = { source: 'METS', timestamp: null } as const;

/** The source of the content; every file and every declared folder has one. */
export const storageEntry = ({ originalName, storageLocation }: MetsDirectory | MetsFile): StorageMetadata => ({
  type: 'StorageMetadata',
  ...METS_SOURCE,
  originalName,
  storageLocation,
});

/** Reads the metadata of a file (companion 6.3). */
export const metadataReader = (sections: MetsToRead, spend: Spend) => {
  const virusChecks = virusChecksOfFiles(sections);
  return (file: MetsFile, source: FileSource): MetadataEntry[] => {
    const section = sectionAt(sections, file.admId);
    const technical =
      section === null ? [] : [formatEntry(file), ...extentEntry(file), ...(section.summary?.exif ?? [])];
    const entries = [
      ...technical,
      ...attributeEntry(file, section !== null),
      storageEntry(file),
      ...virusChecks(file, source),
    ];
    entries.forEach(spend);
    return entries;
  };
};

/** Reads of the metadata only what is compared with a workspace: the format, the tags and the newest scan. */
export const comparedMetadataReader = (sections: MetsToRead, spend: Spend) => {
  const virusChecks = virusChecksOfFiles(sections);
  return (file: MetsFile, source: FileSource): MetadataEntry[] => {
    const section = sectionAt(sections, file.admId);
    const technical = section === null ? [] : [formatEntry(file), ...(section.summary?.exif ?? [])];
    const entries = [...technical, ...virusChecks(file, source).slice(0, 1)];
    entries.forEach(spend);
    return entries;
  };
};

/** Gives the virus checks of a file, the newest first. */
export const virusChecksOfFiles = (sections: MetsToRead) => {
  const virusChecks = virusChecksIn(sections);
  return (file: MetsFile, source: FileSource): readonly VirusScanMetadata[] =>
    virusChecks(referencesOf(sections, file, source), file.admId);
};

/** The ADMID that names the file's section: of its div, else of its mets:file. */
const referencesOf = (sections: MetsToRead, { admId }: MetsFile, { div, file }: FileSource): string | null => {
  const ofDiv = div && div.attribute('ADMID');
  return administrativeId(sections, ofDiv) === admId ? ofDiv : file.attribute('ADMID');
};

const formatEntry = (file: MetsFile): FileFormatMetadata => ({
  type: 'FileFormatMetadata',
  ...METS_SOURCE,
  digest: file.digest,
  size: file.size,
  pronomKey: file.format?.pronomKey ?? 'UNKNOWN',
  formatName: file.format?.name ?? '',
  originalName: file.originalName,
  storageLocation: file.storageLocation,
  contentType: file.contentType,
});

/** The SHA-256 of the mets:file itself, where no format entry has it. */
const attributeEntry = ({ digest, otherDigest }: MetsFile, hasFormat: boolean): DigestMetadata[] => {
  const attribute = otherDigest ?? (hasFormat ? null : digest);
  return attribute === null ? [] : [{ type: 'DigestMetadata', ...METS_SOURCE, digest: attribute }];
};

const extentEntry = ({ extents: { width, height, duration } }: MetsFile): ExtentMetadata[] =>
  width === null && height === null && duration === null
    ? []
    : [{ type: 'ExtentMetadata', ...METS_SOURCE, pixelWidth: width, pixelHeight: height, duration }];

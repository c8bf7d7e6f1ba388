import type { VirusScanMetadata } from '../metadata/entries.js';
import { virusChecksOfFiles } from './description/file-metadata.js';
import type { MetsFile, MetsFormat } from './model/mets.js';
import { locationRules, type MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';
import { walkFiles, type FileSource, type FileWalk } from './structure/walk-files.js';

/** What a METS says of a file besides its name, its digest and its size; null where it does not say. */
export interface FileInMets {
  /** Relative to the METS root. */
  readonly path: string;
  readonly contentType: string | null;
  readonly format: MetsFormat | null;
  readonly originalName: string | null;
  /** The newest first. */
  readonly scans: readonly ScanInMets[];
}

/** A virus scan, as an event in a METS tells of it. */
export interface ScanInMets {
  /** RFC 3339. */
  readonly at: string | null;
  readonly found: boolean;
  /** The scanner's message; null for a clean file. */
  readonly name: string | null;
  /** The scanner and its definitions. */
  readonly definition: string | null;
}

/** What the newest of these scans found; null where there is none. */
export const newestOf = ([newest]: readonly ScanInMets[]): Pick<ScanInMets, 'found' | 'name'> | null =>
  newest === undefined ? null : { found: newest.found, name: newest.name };

/** What a METS says of its files. Throws MetsFault. */
export const filesInMets = (
  sections: MetsToRead,
  options: MetsReadOptions,
): { readonly files: readonly FileInMets[] } => {
  const files: FileInMets[] = [];
  const fileOf = fileInMetsReader(sections);
  const takeFile: FileWalk['takeFile'] = (file, source) => void files.push(fileOf(file, source));
  walkFiles(sections, locationRules(sections, options), { takeFile });
  return { files };
};

/** Gives what is said of a file that a walk comes to. */
export const fileInMetsReader = (sections: MetsToRead): ((file: MetsFile, source: FileSource) => FileInMets) => {
  const virusChecks = virusChecksOfFiles(sections);
  return (file, source) => {
    const { localPath: path, contentType, format } = file;
    const originalName = file.originalName === path ? path : file.originalName; // often, and then one string
    return { path, contentType, format, originalName, scans: virusChecks(file, source).map(scanOf) };
  };
};

const scanOf = ({ timestamp, hasVirus, virusFound, virusDefinition }: VirusScanMetadata): ScanInMets => ({
  at: timestamp?.toISOString() ?? null,
  found: hasVirus,
  name: hasVirus ? virusFound : null,
  definition: virusDefinition === '' ? null : virusDefinition,
});

import type { VirusScanMetadata } from '../metadata/entries.js';
import { virusChecksOfFiles } from './description/file-metadata.js';
import type { MetsFile, MetsFormat } from './model/mets.js';
import { locationRules, type MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';
import { walkFiles, type FileWalk } from './structure/walk-files.js';

/** What a METS says of a file besides its name, its digest and its size; null where it does not say. */
export interface FileInMets {
  /** Relative to the METS root. */
  readonly path: string;
  readonly contentType: string | null;
  readonly format: MetsFormat | null;
  readonly originalName: string | null;
  /** Of the newest scan; null where there is none. */
  readonly virus: FoundByScan | null;
}

/** What a virus scan found. */
export interface FoundByScan {
  readonly found: boolean;
  /** The scanner's message; null for a clean file. */
  readonly name: string | null;
}

/** What a METS says of its files. Throws MetsFault. */
export const filesInMets = (
  sections: MetsToRead,
  options: MetsReadOptions,
): { readonly files: readonly FileInMets[] } => {
  const files: FileInMets[] = [];
  const virusChecks = virusChecksOfFiles(sections);
  const takeFile: FileWalk['takeFile'] = (file, source) => void files.push(fileInMets(file, virusChecks(file, source)));
  walkFiles(sections, locationRules(sections, options), { takeFile });
  return { files };
};

/** What is said of a file with these virus checks, the newest first. */
export const fileInMets = (
  { localPath: path, contentType, format, originalName }: MetsFile,
  [newest]: readonly VirusScanMetadata[],
): FileInMets => ({
  path,
  contentType,
  format,
  originalName: originalName === path ? path : originalName, // often, and then one string
  virus: newest === undefined ? null : foundBy(newest),
});

export const foundBy = ({ hasVirus, virusFound }: VirusScanMetadata): FoundByScan => ({
  found: hasVirus,
  name: hasVirus ? virusFound : null,
});

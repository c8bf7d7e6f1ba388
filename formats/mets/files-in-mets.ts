import type { VirusScanMetadata } from '../metadata/entries.js';
import { virusChecksOfFiles } from './description/file-metadata.js';
import { textBudget, type Spend } from './description/text-budget.js';
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
  /** The newest first; one list for all files that have the same. */
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
  const fileOf = fileInMetsReader(sections, textBudget());
  const takeFile: FileWalk['takeFile'] = (file, source) => void files.push(fileOf(file, source));
  walkFiles(sections, locationRules(sections, options), { takeFile });
  return { files };
};

/** Gives what is said of a file that a walk comes to. Spends the text of its scans. */
export const fileInMetsReader = (
  sections: MetsToRead,
  spend: Spend,
): ((file: MetsFile, source: FileSource) => FileInMets) => {
  const virusChecks = virusChecksOfFiles(sections);
  const scansOf = scansReader(spend);
  return (file, source) => {
    const { localPath: path, contentType, format } = file;
    const originalName = file.originalName === path ? path : file.originalName; // often, and then one string
    return { path, contentType, format, originalName, scans: scansOf(virusChecks(file, source)) };
  };
};

/** Gives equal scans as one list: a run of the tools says the same of very many files. */
const scansReader = (spend: Spend): ((checks: readonly VirusScanMetadata[]) => readonly ScanInMets[]) => {
  const shared = new Map<string, readonly ScanInMets[]>();
  let checked: readonly VirusScanMetadata[] | null = null;
  let scans: readonly ScanInMets[] = [];
  return (checks) => {
    if (checks === checked) return scans;
    const read = checks.map(scanOf);
    read.forEach(spend);
    const key = JSON.stringify(read);
    [checked, scans] = [checks, shared.get(key) ?? read];
    shared.set(key, scans);
    return scans;
  };
};

const scanOf = ({ timestamp, hasVirus, virusFound, virusDefinition }: VirusScanMetadata): ScanInMets => ({
  at: timestamp?.toISOString() ?? null,
  found: hasVirus,
  name: hasVirus ? virusFound : null,
  definition: virusDefinition === '' ? null : virusDefinition,
});

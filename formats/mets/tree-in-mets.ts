import type { VirusScanMetadata } from '../metadata/entries.js';
import { virusChecksOfFiles } from './description/file-metadata.js';
import { textBudget, type Spend } from './description/text-budget.js';
import { walkTree, type FolderOfTree } from './description/walk-tree.js';
import { fileInMets, foundBy, type FileInMets, type FoundByScan } from './files-in-mets.js';
import type { MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

/** What a METS says of its files and folders, as a tree shows it. */
export interface TreeInMets {
  readonly files: readonly FileOfTree[];
  /** Each before those in it. */
  readonly folders: readonly FolderOfTree[];
}

interface FileOfTree extends FileInMets, FolderOfTree {
  /** The newest first. */
  readonly scans: readonly ScanInMets[];
}

/** A virus scan, as an event in a METS tells of it. */
export interface ScanInMets extends FoundByScan {
  /** RFC 3339. */
  readonly at: string | null;
  /** The scanner and its definitions. */
  readonly definition: string | null;
}

/** What a tree shows of a METS. Throws MetsFault. */
export const treeInMets = (sections: MetsToRead, options: MetsReadOptions): TreeInMets => {
  const virusChecks = virusChecksOfFiles(sections);
  const spend = textBudget();
  const scansOf = scansReader(spend);
  const { files, folders } = walkTree(sections, options, {
    spend,
    said: (file, source) => {
      const checks = virusChecks(file, source);
      return { ...fileInMets(file, checks), scans: scansOf(checks), name: file.name };
    },
  });
  return { files, folders: [...folders.values()] };
};

/** Gives the scans that virus checks tell of; files in a row that share their checks have one list. Spends their text. */
const scansReader = (spend: Spend) => {
  let last: readonly VirusScanMetadata[] = [];
  let scans: readonly ScanInMets[] = [];
  return (checks: readonly VirusScanMetadata[]): readonly ScanInMets[] => {
    if (checks === last) return scans;
    last = checks;
    scans = checks.map(scanOf);
    scans.forEach(spend);
    return scans;
  };
};

const scanOf = (check: VirusScanMetadata): ScanInMets => ({
  at: check.timestamp?.toISOString() ?? null,
  ...foundBy(check),
  definition: check.virusDefinition === '' ? null : check.virusDefinition,
});

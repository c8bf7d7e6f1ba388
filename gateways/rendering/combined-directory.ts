import type { CombinedFile, CombinedFolder } from '../../commands/workspace/combined-tree.js';
import type { FileFacts } from '../../commands/workspace/file-facts.js';
import type { WorkspaceFolder } from '../../commands/workspace/folder-tree.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import type { DescribedDirectory, DescribedFile } from '../../formats/mets/described-mets.js';
import { noOwnTerms, noTerms } from '../../formats/mets/description/terms.js';
import { lastName } from '../../formats/paths/repository-path.js';
import { lazyList } from '../lazy-list.js';
import { renderDescribedDirectory, renderDescribedFile, renderTerms } from './described-entry.js';
import { renderMetadata } from './metadata-entry.js';
import { renderStoredFile, renderStoredFolder, type SaidOf } from './workspace.js';

/** Both halves of a deposit (preservation 2.10), in the order of companion 2.14; lists are lazy. */
export const renderCombined = (folder: CombinedFolder, saidOf: SaidOf): object => {
  const { localPath, inDeposit, inMets, whereabouts } = folder;
  return {
    localPath,
    name: localPath === '' ? '__ROOT' : (inMets?.name ?? inDeposit?.name ?? lastName(localPath)),
    directoryInDeposit: inDeposit === null ? null : renderStoredFolder(storedAlone(inDeposit), saidOf),
    directoryInMets: inMets === null ? null : renderDescribedDirectory(describedAlone(inMets)),
    files: lazyList(folder.files, renderFile),
    directories: lazyList(folder.folders, (inner) => renderCombined(inner, saidOf)),
    ...termsOf(inMets),
    whereabouts,
  };
};

/** What is in a folder is shown once, in the folder that both halves make up. */
const storedAlone = (folder: WorkspaceFolder): WorkspaceFolder => ({ ...folder, files: [], folders: [] });
const describedAlone = (folder: DescribedDirectory): DescribedDirectory => ({ ...folder, files: [], directories: [] });

const renderFile = ({ localPath, inDeposit, inMets, mismatches, whereabouts }: CombinedFile): object => ({
  localPath,
  fileInDeposit: inDeposit === null ? null : renderStoredFile(inDeposit.file, inDeposit.said),
  fileInMets: inMets === null ? null : renderDescribedFile(inMets.file),
  misMatches: mismatches.map(({ metadataType, field, valueInDeposit, valueInMets }) => ({
    metadataType,
    field,
    valueInDeposit,
    valueInMets,
  })),
  ...factsOf('deposit', inDeposit?.facts ?? null),
  ...factsOf('mets', inMets?.facts ?? null),
  ...termsOf(inMets?.file ?? null),
  whereabouts,
});

const factsOf = (half: 'deposit' | 'mets', facts: FileFacts | null): object => ({
  [`${half}FileFormatMetadata`]: entryOrNull(facts?.format ?? null),
  [`${half}VirusScanMetadata`]: entryOrNull(facts?.virusScan ?? null),
  [`${half}ExifMetadata`]: entryOrNull(facts?.exif ?? null),
});

const entryOrNull = (entry: MetadataEntry | null): object | null => (entry === null ? null : renderMetadata(entry));

/** Always those of the METS; its own access conditions are a list here, though an empty one. */
const termsOf = (described: DescribedDirectory | DescribedFile | null): object => {
  const { own, effective } = described ?? { own: noOwnTerms, effective: noTerms };
  const { access, others } = renderTerms({ own, effective });
  return { ...access, accessRestrictions: own.accessRestrictions, ...others };
};

import type { DescribedFolder } from '../../commands/workspace/combine-deposit.js';
import type { CombinedFile } from '../../commands/workspace/combined-tree.js';
import type { FileFacts } from '../../commands/workspace/file-facts.js';
import type { WorkspaceFolder } from '../../commands/workspace/folder-tree.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import type { DescribedDirectory, DescribedFile } from '../../formats/mets/model/described-mets.js';
import { noOwnTerms, noTerms } from '../../formats/mets/description/terms.js';
import { lastName } from '../../formats/paths/repository-path.js';
import { lazyList } from '../http/answer/lazy-list.js';
import { renderDescribedDirectory, renderDescribedFile, renderTerms } from './described-entry.js';
import { renderMetadata } from './metadata-entry.js';
import { renderStoredFile, renderStoredFolder, ROOT_NAME, type ToolMetadataOf } from './workspace.js';

/** What rendering needs besides the folder. */
interface CombinedContext {
  readonly toolMetadataOf: ToolMetadataOf;
  /** When the METS file was last modified (RFC 3339). */
  readonly metsModified: string;
}

/** A deposit's workspace and METS combined (preservation 2.10), in the order of companion 2.14; lists are lazy. */
export const renderCombined = (folder: DescribedFolder, context: CombinedContext): object => {
  const { localPath, inDeposit, inMets, whereabouts } = folder;
  return {
    localPath,
    name: localPath === '' ? ROOT_NAME : (inMets?.name ?? inDeposit?.name ?? lastName(localPath)),
    directoryInDeposit:
      inDeposit === null ? null : renderStoredFolder(storedAlone(inDeposit, localPath === ''), context.toolMetadataOf),
    directoryInMets: inMets === null ? null : renderDescribedDirectory(describedAlone(inMets), context.metsModified),
    files: lazyList(folder.files, (file) => renderFile(file, context)),
    directories: lazyList(folder.folders, (inner) => renderCombined(inner, context)),
    ...termsOf(inMets),
    whereabouts,
  };
};

/** Without its content, which is shown once, in the combined folder. */
const storedAlone = (folder: WorkspaceFolder, isRoot: boolean): WorkspaceFolder => ({
  ...folder,
  name: isRoot ? ROOT_NAME : folder.name,
  files: [],
  folders: [],
});
const describedAlone = (folder: DescribedDirectory): DescribedDirectory => ({ ...folder, files: [], directories: [] });

const renderFile = (
  { localPath, inDeposit, inMets, mismatches, whereabouts }: CombinedFile<DescribedFile>,
  { metsModified }: CombinedContext,
): object => ({
  localPath,
  fileInDeposit: inDeposit === null ? null : renderStoredFile(inDeposit.file, inDeposit.toolMetadata),
  fileInMets: inMets === null ? null : renderDescribedFile(inMets.file, metsModified),
  misMatches: mismatches.map(({ metadataType, field, valueInDeposit, valueInMets }) => ({
    metadataType,
    field,
    valueInDeposit,
    valueInMets,
  })),
  ...factsOf('deposit', inDeposit?.facts ?? null, inDeposit?.file.modified.toISOString() ?? metsModified),
  ...factsOf('mets', inMets?.facts ?? null, metsModified),
  ...termsOf(inMets?.file ?? null),
  whereabouts,
});

const factsOf = (half: 'deposit' | 'mets', facts: FileFacts | null, known: string): object => ({
  [`${half}FileFormatMetadata`]: entryOrNull(facts?.format ?? null, known),
  [`${half}VirusScanMetadata`]: entryOrNull(facts?.virusScan ?? null, known),
  [`${half}ExifMetadata`]: entryOrNull(facts?.exif ?? null, known),
});

const entryOrNull = (entry: MetadataEntry | null, known: string): object | null =>
  entry === null ? null : renderMetadata(entry, known);

/** The terms of the METS; its own access restrictions are always a list here, even if empty. */
const termsOf = (described: DescribedDirectory | DescribedFile | null): object => {
  const { own, effective } = described ?? { own: noOwnTerms, effective: noTerms };
  const { access, others } = renderTerms({ own, effective });
  return { ...access, accessRestrictions: own.accessRestrictions, ...others };
};

import { factsInDeposit } from '../../commands/workspace/file-facts.js';
import type { WorkspaceFolder } from '../../commands/workspace/folder-tree.js';
import type { WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { noOwnTerms, noTerms } from '../../formats/mets/description/terms.js';
import { lazyList } from '../http/answer/lazy-list.js';
import { renderTerms } from './described-entry.js';
import { renderMetadata } from './metadata-entry.js';
import { moment } from './moment.js';

/** What tools say of the file or folder at a path below the deposit. */
export type ToolMetadataOf = (path: string) => readonly MetadataEntry[];

/** Storage alone knows nothing of access, rights and records. */
const { access, others } = renderTerms({ own: noOwnTerms, effective: noTerms });

/** The name of a root, which has none of its own (companion 2.12). */
export const ROOT_NAME = '__ROOT';

/** The root of a workspace with all that is in it, whose lists are lazy. */
export const renderWorkspace = (root: WorkspaceFolder, toolMetadataOf: ToolMetadataOf): object =>
  renderStoredFolder({ ...root, name: ROOT_NAME }, toolMetadataOf);

/** A folder as it lies in the workspace, with all that is in it (preservation 2.7), in the order of companion 2.12. */
export const renderStoredFolder = (
  { path, name, modified, files, folders }: WorkspaceFolder,
  toolMetadataOf: ToolMetadataOf,
): object => ({
  type: 'WorkingDirectory',
  localPath: path,
  name,
  modified: momentOf(modified),
  ...access,
  files: lazyList(
    () => files,
    (file) => renderStoredFile(file, toolMetadataOf(file.path)),
  ),
  directories: lazyList(
    () => folders,
    (folder) => renderStoredFolder(folder, toolMetadataOf),
  ),
  ...others,
  metadata: toolMetadataOf(path).map((entry) => renderMetadata(entry, modified.toISOString())),
});

/** A file as it lies in the workspace: of the type it was uploaded with, else of the one that tools agree on. */
export const renderStoredFile = (file: WorkspaceObject, toolMetadata: readonly MetadataEntry[]): object => ({
  type: 'WorkingFile',
  localPath: file.path,
  name: file.name,
  modified: momentOf(file.modified),
  ...access,
  ...others,
  metadata: toolMetadata.map((entry) => renderMetadata(entry, file.modified.toISOString())),
  contentType: file.contentType ?? factsInDeposit(file.path, file, toolMetadata).contentType,
  digest: file.sha256,
  size: file.size,
  links: [],
});

const momentOf = (at: Date): string => moment(at.toISOString());

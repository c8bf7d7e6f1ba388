import { factsInDeposit } from '../../commands/workspace/file-facts.js';
import type { WorkspaceFolder } from '../../commands/workspace/folder-tree.js';
import type { WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { noOwnTerms, noTerms } from '../../formats/mets/description/terms.js';
import { lazyList } from '../http/answer/lazy-list.js';
import { renderTerms } from './described-entry.js';
import { renderMetadata } from './metadata-entry.js';
import { moment } from './moment.js';

/** The metadata that tools give for the file or folder at a path relative to the deposit. */
export type ToolMetadataOf = (path: string) => readonly MetadataEntry[];

/** Empty terms: a workspace holds no access restrictions, rights and records. */
const { access, others } = renderTerms({ own: noOwnTerms, effective: noTerms });

/** The name of a root folder (companion 2.12). */
export const ROOT_NAME = '__ROOT';

/** The root of a workspace with its content; lists are lazy. */
export const renderWorkspace = (root: WorkspaceFolder, toolMetadataOf: ToolMetadataOf): object =>
  renderStoredFolder({ ...root, name: ROOT_NAME }, toolMetadataOf);

/** A folder of the workspace with its content (preservation 2.7), in the order of companion 2.12. */
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

/** A file of the workspace, with the content type of its upload, else the one that tools agree on. */
export const renderStoredFile = (file: WorkspaceObject, toolMetadata: readonly MetadataEntry[]): object => ({
  type: 'WorkingFile',
  localPath: file.path,
  name: file.name,
  modified: momentOf(file.modified),
  ...access,
  ...others,
  metadata: toolMetadata.map((entry) => renderMetadata(entry, file.modified.toISOString())),
  contentType: file.contentType ?? factsInDeposit(file.path, file, toolMetadata).contentTypes.best,
  digest: file.sha256,
  size: file.size,
  links: [],
});

const momentOf = (at: Date): string => moment(at.toISOString());

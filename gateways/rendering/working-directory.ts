import type { WorkspaceFolder } from '../../commands/workspace/folder-tree.js';
import type { WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import { moment, momentOrNull } from './moment.js';

/** What a folder or file says of rights, access and records where nothing but storage was looked at. */
const nothingDescribed = {
  accessRestrictions: null,
  effectiveAccessRestrictions: [],
  rightsStatement: null,
  effectiveRightsStatement: null,
  recordInfo: null,
  effectiveRecordInfo: null,
} as const;

/** The root of a workspace with all that is in it (preservation 2.7), in the order of companion 2.12; lists are lazy. */
export const renderWorkspace = (root: WorkspaceFolder, empty: { readonly modified: string }): object => ({
  ...renderFolder(root),
  name: '__ROOT',
  modified: momentOf(root.modified) ?? moment(empty.modified),
});

const renderFolder = ({ path, name, modified, files, folders }: WorkspaceFolder): object => {
  const { accessRestrictions, effectiveAccessRestrictions, ...described } = nothingDescribed;
  return {
    type: 'WorkingDirectory',
    localPath: path,
    name,
    modified: momentOf(modified),
    accessRestrictions,
    effectiveAccessRestrictions,
    files: () => each(files, renderFile),
    directories: () => each(folders, renderFolder),
    ...described,
    metadata: [],
  };
};

const renderFile = ({ path, name, modified, contentType, sha256, size }: WorkspaceObject): object => ({
  type: 'WorkingFile',
  localPath: path,
  name,
  modified: momentOf(modified),
  ...nothingDescribed,
  metadata: [],
  contentType,
  digest: sha256,
  size,
  links: [],
});

const momentOf = (at: Date | null): string | null => momentOrNull(at?.toISOString() ?? null);

function* each<T>(items: Iterable<T>, render: (item: T) => object): Generator<object> {
  for (const item of items) yield render(item);
}

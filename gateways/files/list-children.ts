import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { escapePath } from '../../formats/paths/repository-path.js';
import type { ResourceDocument } from '../../projections/repository/repository.js';
import { notFound } from '../http/answer/problem.js';
import { json, pathParameter, route, type Answer, type Route } from '../http/route.js';
import { moment } from '../rendering/moment.js';
import type { FilesDependencies } from './files-dependencies.js';
import { findGroup } from './find-group.js';
import { versionFolderAnswer, type VersionFolderQuery } from './version-folder.js';

interface ChildrenQuery {
  readonly after?: string;
  readonly limit: number;
}

type Dependencies = Pick<FilesDependencies, 'repository' | 'groups' | 'tree'>;

/** What is directly in the root of the repository, page by page. */
export const listRootChildren = (on: Pick<Dependencies, 'repository'>): Route =>
  route<ChildrenQuery>('listRootChildren', ({ query }) => childrenOf(on, '', query));

/** What is directly in a container, or in an archival group or a folder of one at a version, page by page. */
export const listChildren = (on: Dependencies): Route =>
  route<ChildrenQuery & VersionFolderQuery>('listChildren', async (call) => {
    const path = pathParameter(call, 'path');
    const place = await on.repository.resource(path);
    if (place?.kind === 'container') return childrenOf(on, path, call.query);
    const found = await findGroup(on.repository, path);
    return found === null
      ? notFound(`There is no container and no archival group at ${path}`)
      : versionFolderAnswer(on, found, call);
  });

const childrenOf = async (
  { repository }: Pick<Dependencies, 'repository'>,
  path: RepositoryPath,
  { after, limit }: ChildrenQuery,
): Promise<Answer> => {
  const found = await repository.children(path, { after: after === undefined ? null : escapePath(after), limit });
  const next = found.length < limit ? null : (found.at(-1)?.path ?? null);
  return json(200, { type: 'ChildListing', path, children: found.map(renderChild), next });
};

const renderChild = ({ kind, path, displayName, head, lastModified }: ResourceDocument): object => {
  const isGroup = kind === 'archivalGroup';
  return {
    kind: isGroup ? 'group' : 'container',
    path,
    name: displayName,
    head: isGroup ? head : null,
    modified: isGroup ? moment(lastModified) : null,
  };
};

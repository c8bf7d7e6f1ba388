import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { escapePath } from '../../formats/paths/repository-path.js';
import type { DepositsView } from '../../projections/deposits/deposits-view.js';
import type { DepositDocument } from '../../projections/deposits/deposits.js';
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
  /** Whether the deposits in work are told. */
  readonly deposits: boolean;
}

export interface ChildrenDependencies extends Pick<FilesDependencies, 'repository' | 'groups' | 'tree'> {
  readonly deposits: Pick<DepositsView, 'newestActive'>;
}

/** What is directly in the root of the repository, page by page. */
export const listRootChildren = (on: Pick<ChildrenDependencies, 'repository' | 'deposits'>): Route =>
  route<ChildrenQuery>('listRootChildren', ({ query }) => childrenOf(on, '', query));

/** What is directly in a container, or in an archival group or a folder of one at a version, page by page. */
export const listChildren = (on: ChildrenDependencies): Route =>
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
  { repository, deposits }: Pick<ChildrenDependencies, 'repository' | 'deposits'>,
  path: RepositoryPath,
  { after, limit, deposits: withDeposits }: ChildrenQuery,
): Promise<Answer> => {
  const found = await repository.children(path, { after: after === undefined ? null : escapePath(after), limit });
  const next = found.length < limit ? null : (found.at(-1)?.path ?? null);
  const groups = found.filter(({ kind }) => kind === 'archivalGroup').map((group) => group.path);
  const inWork = withDeposits ? await deposits.newestActive(groups) : null;
  const children = found.map((child) => ({
    ...renderChild(child),
    ...(inWork !== null && { deposit: renderDeposit(inWork.get(child.path)) }),
  }));
  return json(200, { type: 'ChildListing', path, children, next });
};

const renderChild = ({ kind, path, displayName, head, lastModified, lastModifiedBy }: ResourceDocument): object => ({
  kind: kind === 'archivalGroup' ? 'group' : 'container',
  path,
  name: displayName,
  head,
  modified: moment(lastModified),
  modifiedBy: lastModifiedBy,
});

const renderDeposit = (deposit: DepositDocument | undefined): object | null =>
  deposit === undefined ? null : { id: deposit.depositId, status: deposit.status, lockedBy: deposit.lock?.by ?? null };

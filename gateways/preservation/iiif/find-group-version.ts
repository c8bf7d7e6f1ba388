import { findVersion } from '../../../formats/ocfl/inventory/find-version.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { badRequest, notFound } from '../../http/answer/problem.js';
import type { Answer } from '../../http/route.js';
import { findResource, type FoundResource } from '../../repository/find-resource.js';
import { versionReferenceViolation } from '../../uris/version-reference.js';
import type { RepositoryDependencies } from '../../service/repository-dependencies.js';

export interface FoundGroupVersion {
  readonly group: FoundResource & { readonly kind: 'archivalGroup' };
  /** Its label. */
  readonly version: string;
}

/** A version of the archival group at a path, the newest for null; or the answer where there is none. */
export const findGroupVersion = async (
  { repository, groups }: Pick<RepositoryDependencies, 'repository' | 'groups'>,
  path: RepositoryPath,
  wanted: string | null,
): Promise<FoundGroupVersion | Answer> => {
  const violation = wanted === null ? null : versionReferenceViolation(wanted);
  if (violation !== null) return badRequest(violation);
  const group = await findResource(repository, groups, path);
  if (group?.kind !== 'archivalGroup') return notFound(`There is no Archival Group at ${path}`);
  const version = findVersion(await groups.inventory(path, group.head), wanted);
  return version === null ? notFound(`${path} has no version ${wanted ?? ''}`) : { group, version };
};

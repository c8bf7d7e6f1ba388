import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { RepositoryView, ResourceDocument } from '../../projections/repository/repository.js';
import { groupAbove } from '../repository/find-resource.js';

/** An archival group with a published version, and what of a path is below it. */
export interface FoundGroup {
  readonly group: ResourceDocument;
  readonly head: number;
  /** A stored path; empty for the group itself. */
  readonly below: string;
}

/** The group at a path, or above it; null where there is none. */
export const findGroup = async (
  repository: Pick<RepositoryView, 'resource'>,
  path: RepositoryPath,
): Promise<FoundGroup | null> => {
  const place = await repository.resource(path);
  const group = place ?? (await groupAbove(repository, path));
  if (group === null || group.head === null) return null;
  return { group, head: group.head, below: path.slice(group.path.length + 1) };
};

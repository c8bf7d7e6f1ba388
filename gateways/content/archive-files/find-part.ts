import { findVersion } from '../../../formats/ocfl/inventory/find-version.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { RepositoryView } from '../../../projections/repository/repository.js';
import type { GroupContent, GroupReader } from '../../group-content/group-reader.js';
import { notFound } from '../../http/answer/problem.js';
import type { Answer } from '../../http/route.js';
import { findResource, recordAt } from '../../repository/find-resource.js';

/** An archival group at one version, or a folder in it. */
export interface FoundPart {
  readonly content: GroupContent;
  /** Within the group; empty for the group itself. */
  readonly below: string;
}

interface Readers {
  readonly repository: Pick<RepositoryView, 'resource' | 'isTombstone'>;
  readonly groups: GroupReader;
}

/**
 * The archival group or folder at a path: at the head for null, else at the version with this label or Memento stamp,
 * also where it was deleted since. The 404 for anything else.
 */
export const findPart = async (
  { repository, groups }: Readers,
  path: RepositoryPath,
  wanted: string | null,
): Promise<FoundPart | Answer> => {
  const place = await placeOf({ repository, groups }, path);
  if (place === null) return notFound(`There is no archival group at ${path}, and no folder of one.`);
  const { group, head, below } = place;
  const version = findVersion(await groups.inventory(group, head), wanted);
  if (version === null) return notFound(`${group} has no version ${wanted}`);
  const content = await groups.content(group, head, version);
  if (below === '' || recordAt(content, below)?.type === 'Container') return { content, below };
  return notFound(
    recordAt(content, below) === null
      ? `There was no folder at ${path} in version ${version}`
      : `${path} is a file. Ask for it without \`as\`.`,
  );
};

interface Place {
  readonly group: RepositoryPath;
  readonly head: number;
  readonly below: string;
}

const placeOf = async ({ repository, groups }: Readers, path: RepositoryPath): Promise<Place | null> => {
  const found = await findResource(repository, groups, path);
  if (found?.kind === 'archivalGroup') return { group: found.place.path, head: found.head, below: '' };
  if (found?.kind !== 'inner' && found?.kind !== 'tombstone') return null;
  return { group: found.group.path, head: found.head, below: found.path };
};

import type { BinaryRecord } from '../../formats/group-state/group-state.js';
import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { ObjectAddress } from '../../formats/bytes.js';
import type { RepositoryView } from '../../projections/repository/repository.js';
import type { GroupContent, GroupReader } from '../group-content/group-reader.js';
import { notFound } from '../http/answer/problem.js';
import type { Answer } from '../http/route.js';
import { findResource, recordAt } from '../repository/find-resource.js';

/** A binary at one version of its group. */
export interface FoundBinary {
  readonly record: BinaryRecord;
  /** Where its bytes lie. */
  readonly at: ObjectAddress;
  /** Lower-case hex, by the digest algorithm of the group's inventory. */
  readonly digest: string;
  /** The algorithm's name in OCFL. */
  readonly algorithm: string;
}

interface Readers {
  readonly repository: Pick<RepositoryView, 'resource' | 'isTombstone'>;
  readonly groups: GroupReader;
}

/**
 * The binary at a path: at the head for null, else at the version with this label or Memento stamp, also where it was
 * deleted since. The 404 for anything else.
 */
export const findBinary = async (
  { repository, groups }: Readers,
  path: RepositoryPath,
  wanted: string | null,
): Promise<FoundBinary | Answer> => {
  const found = await findResource(repository, groups, path);
  if (found?.kind === 'inner' && wanted === null) return binaryIn(found.content, found.path) ?? noBinary(path);
  if ((found?.kind !== 'inner' && found?.kind !== 'tombstone') || wanted === null) return noBinary(path);
  const { group, head } = found;
  const version = findVersion(await groups.inventory(group.path, head), wanted);
  if (version === null) return notFound(`${group.path} has no version ${wanted}`);
  const content = await groups.content(group.path, head, version);
  return binaryIn(content, found.path) ?? notFound(`There was no binary at ${path} in version ${version}`);
};

const noBinary = (path: RepositoryPath): Answer => notFound(`No binary at path ${path}`);

const binaryIn = (content: GroupContent, path: string): FoundBinary | null => {
  const { inventory, place, storage } = content;
  const record = recordAt(content, path);
  const stored = storage.find(path);
  if (record?.type !== 'Binary' || stored === null) return null;
  const at = { bucket: place.bucket, key: `${place.root}/${stored.fullPath}` };
  return { record, at, digest: stored.hash, algorithm: inventory.digestAlgorithm };
};

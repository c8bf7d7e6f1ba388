import type { ObjectAddress } from '../../formats/bytes.js';
import type { BinaryRecord } from '../../formats/group-state/group-state.js';
import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
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
 * The binary at a path: at the head for null, else at the version with this label or Memento stamp, also where it was
 * deleted since. The 404 for anything else.
 */
export const findBinary = async (
  readers: Readers,
  path: RepositoryPath,
  wanted: string | null,
): Promise<FoundBinary | Answer> => {
  const place = await placeInGroup(readers, path);
  if (place === null || place.below === '') return noBinary(path);
  const content = await contentAt(readers.groups, place, wanted);
  if ('status' in content) return content;
  const binary = binaryIn(content, place.below);
  if (binary !== null) return binary;
  return wanted === null ? noBinary(path) : notFound(`There was no binary at ${path} in version ${content.version}`);
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

/** The same for an archival group, or a folder in one. */
export const findPart = async (
  readers: Readers,
  path: RepositoryPath,
  wanted: string | null,
): Promise<FoundPart | Answer> => {
  const place = await placeInGroup(readers, path);
  if (place === null) return notFound(`There is no archival group at ${path}, and no folder of one.`);
  const content = await contentAt(readers.groups, place, wanted);
  if ('status' in content) return content;
  const { below } = place;
  const record = recordAt(content, below);
  if (below === '' || record?.type === 'Container') return { content, below };
  return notFound(
    record === null
      ? `There was no folder at ${path} in version ${content.version}`
      : `${path} is a file. Ask for it without \`as\`.`,
  );
};

interface PlaceInGroup {
  readonly group: RepositoryPath;
  readonly head: number;
  /** Within the group; empty for the group itself. */
  readonly below: string;
}

const placeInGroup = async ({ repository, groups }: Readers, path: RepositoryPath): Promise<PlaceInGroup | null> => {
  const found = await findResource(repository, groups, path);
  if (found?.kind === 'archivalGroup') return { group: found.place.path, head: found.head, below: '' };
  if (found?.kind !== 'inner' && found?.kind !== 'tombstone') return null;
  return { group: found.group.path, head: found.head, below: found.path };
};

const contentAt = async (
  groups: GroupReader,
  { group, head }: PlaceInGroup,
  wanted: string | null,
): Promise<GroupContent | Answer> => {
  const version = findVersion(await groups.inventory(group, head), wanted);
  return version === null ? notFound(`${group} has no version ${wanted}`) : groups.content(group, head, version);
};

import type { StoredVersion } from '../../commands/reads/stored-version.js';
import type { ObjectAddress } from '../../formats/bytes.js';
import type { BinaryRecord } from '../../formats/group-state/group-state.js';
import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { RepositoryView } from '../../projections/repository/repository.js';
import type { GroupContent, GroupReader } from '../group-content/group-reader.js';
import { notFound } from '../http/answer/problem.js';
import type { Answer } from '../http/route.js';
import { groupAbove, recordAt } from '../repository/find-resource.js';

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
  readonly version: StoredVersion;
  /** Within the group; empty for the group itself. */
  readonly below: string;
}

interface Readers {
  readonly repository: Pick<RepositoryView, 'resource'>;
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
  const place = await placeInGroup(repository, path);
  if (place === null || place.below === '') return noBinary(path);
  const { group, head, below } = place;
  const version = findVersion(await groups.inventory(group, head), wanted);
  if (version === null) return noVersion(group, wanted);
  const binary = binaryIn(await groups.content(group, head, version), below);
  if (binary !== null) return binary;
  return wanted === null ? noBinary(path) : notFound(`There was no binary at ${path} in version ${version}`);
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
  { repository, groups }: Readers,
  path: RepositoryPath,
  wanted: string | null,
): Promise<FoundPart | Answer> => {
  const place = await placeInGroup(repository, path);
  if (place === null) return notFound(`There is no archival group at ${path}, and no folder of one.`);
  const { group, head, below } = place;
  const label = findVersion(await groups.inventory(group, head), wanted);
  const number = label === null ? null : versionNumber(label);
  if (number === null) return noVersion(group, wanted);
  const version = await groups.stored({ group, head, version: number });
  if (below === '' || version.folders.has(below)) return { version, below };
  return notFound(
    version.files.has(below)
      ? `${path} is a file. Ask for it without \`as\`.`
      : `There was no folder at ${path} in version ${label}`,
  );
};

interface PlaceInGroup {
  readonly group: RepositoryPath;
  readonly head: number;
  /** Within the group; empty for the group itself. */
  readonly below: string;
}

/** Looks in no version; null for what is in no archival group. */
const placeInGroup = async (repository: Readers['repository'], path: RepositoryPath): Promise<PlaceInGroup | null> => {
  const group = (await repository.resource(path)) ?? (await groupAbove(repository, path));
  if (group === null || group.head === null) return null;
  return { group: group.path, head: group.head, below: path.slice(group.path.length + 1) };
};

const noVersion = (group: RepositoryPath, wanted: string | null): Answer =>
  notFound(`${group} has no version ${wanted}`);

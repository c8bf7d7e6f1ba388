import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { preservation } from './services.js';

export type VersionFolder = components['schemas']['VersionFolder'];
export type VersionFileRow = components['schemas']['VersionFileRow'];
export type VersionFolderRow = components['schemas']['VersionFolderRow'];
export type VersionState = components['schemas']['VersionState'];
export type VersionListing = components['schemas']['VersionListing'];
export type ListedVersion = components['schemas']['ListedVersion'];
export type ChangeListing = components['schemas']['ChangeListing'];
export type VersionChange = components['schemas']['VersionChange'];
export type ChangeKind = VersionChange['kind'];

/** The path of something in an archival group, '' for the group itself. */
export const pathIn = (group: RepositoryPath, below: string): RepositoryPath =>
  below === '' ? group : `${group}/${below}`;

/** What is asked of a folder of a version. */
export interface VersionFolderQuery {
  /** Its label, such as `v3`; the newest without one. */
  readonly version?: string;
  /** Levels of folders that are shown open. */
  readonly depth?: number;
  readonly offset?: number;
  readonly limit?: number;
  /** The path of a row: the page is the one that has it. */
  readonly at?: string;
  readonly show?: VersionState;
  readonly name?: string;
  readonly format?: string;
  /** Whether files come with their virus scans. */
  readonly scans?: boolean;
}

/** A page of a folder of a version; `show`, `name` and `format` make a flat list of files. */
export const readVersionFolder = async (
  group: RepositoryPath,
  folder: string,
  query: VersionFolderQuery,
  signal?: AbortSignal,
): Promise<VersionFolder> => {
  const params = { path: { path: escapePath(pathIn(group, folder)) }, query };
  const answer = await dataOf(
    preservation.GET('/children/{path}', { params, ...(signal === undefined ? {} : { signal }) }),
  );
  if (answer.type !== 'VersionFolder') throw new Error(`${group} is no archival group.`);
  return answer;
};

/** The newest version of a group, the sums of a version, and its formats. */
export const versionQuery = (group: RepositoryPath, version: string | undefined) =>
  queryOptions({
    queryKey: ['repository', 'version', group, version ?? 'newest'],
    queryFn: ({ signal }) =>
      readVersionFolder(group, '', { limit: 1, ...(version === undefined ? {} : { version }) }, signal),
  });

/** A page of the versions of a group, newest first; of a file or folder in one those that changed it. */
export const readVersions = (
  path: RepositoryPath,
  query: { readonly before?: number; readonly limit: number },
  signal: AbortSignal,
): Promise<VersionListing> =>
  dataOf(preservation.GET('/versions/{path}', { params: { path: { path: escapePath(path) }, query }, signal }));

/** Exactly the versions `from` to `to` of a group, newest first. */
export const readVersionsBetween = async (
  group: RepositoryPath,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<readonly ListedVersion[]> => {
  const versions: ListedVersion[] = [];
  for (let before: number | null = to + 1; before !== null && before > from;) {
    const page: VersionListing = await readVersions(group, { before, limit: before - from }, signal);
    versions.push(...page.versions);
    before = page.next;
  }
  return versions;
};

/** Versions of a group, from one to another, both meant; none where the first is greater. */
export const versionsBetweenQuery = (group: RepositoryPath, from: number, to: number) =>
  queryOptions({
    queryKey: ['repository', 'versions', group, 'between', from, to],
    queryFn: ({ signal }) => readVersionsBetween(group, from, to, signal),
    enabled: from <= to,
  });

/** The number in the label of a version, such as 31 in `v31`; null for none. */
export const numberOfVersion = (label: string): number | null => {
  const digits = /^\s*v?\s*(\d{1,9})/i.exec(label)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** What is asked of a comparison. */
export interface ChangesQuery {
  readonly from: string;
  readonly to: string;
  readonly by?: 'folder';
  readonly folder?: string;
  readonly kind?: ChangeKind;
  readonly offset?: number;
  readonly limit?: number;
}

/** The differences between two versions: counts, and a page of folders or changes. */
export const readChanges = (group: RepositoryPath, query: ChangesQuery, signal: AbortSignal): Promise<ChangeListing> =>
  dataOf(preservation.GET('/changes/{path}', { params: { path: { path: escapePath(group) }, query }, signal }));

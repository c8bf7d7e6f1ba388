import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiFault } from '../../api/api-fault.js';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { pathOf } from './identifiers.js';
import { preservation } from './services.js';

export type ChildListing = components['schemas']['ChildListing'];
export type Child = ChildListing['children'][number];
type Resource = components['schemas']['Container'];

/** The subject of queries about what is in containers, and in which deposits groups are worked on. */
export const PLACES = 'places';

/** Reads again what is shown of the repository, after something in it was made or taken away. */
export const readRepositoryAgain = async (client: QueryClient): Promise<void> => {
  await Promise.all(['repository', PLACES].map((subject) => client.invalidateQueries({ queryKey: [subject] })));
};

/** What is directly in a container, after a name: containers and archival groups. Of a group there is nothing. */
export const readChildren = async (
  path: RepositoryPath,
  query: { readonly after?: string; readonly limit: number; readonly deposits?: boolean },
  signal: AbortSignal,
): Promise<ChildListing> => {
  if (path === '') return dataOf(preservation.GET('/children', { params: { query }, signal }));
  const at = { path: { path: escapePath(path) }, query };
  const answer = await dataOf(preservation.GET('/children/{path}', { params: at, signal }));
  return answer.type === 'ChildListing' ? answer : { type: 'ChildListing', path, children: [], next: null };
};

/** What is at a path of the repository. */
export type Place =
  | { readonly kind: 'container'; readonly path: RepositoryPath; readonly container: Resource | null }
  | { readonly kind: 'group'; readonly path: RepositoryPath; readonly group: Resource }
  /** A folder or a file in an archival group, perhaps one that only older versions have; `below` is its path in the group. */
  | { readonly kind: 'inside'; readonly group: RepositoryPath; readonly below: string; readonly isFolder: boolean }
  /** A container that was deleted; its address is still taken. */
  | { readonly kind: 'deleted'; readonly path: RepositoryPath };

/** Whether an answer says that there is nothing at a path. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof ApiFault && (error.status === 404 || error.status === 410);

/** What is at a path that the newest versions do not have. */
const readGone = async (path: RepositoryPath, signal: AbortSignal, fault: unknown): Promise<Place> => {
  const at = { path: { path: escapePath(path) }, query: { limit: 0 } };
  const listing = await dataOf(preservation.GET('/versions/{path}', { params: at, signal })).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  if (listing !== null && listing.below !== '')
    return { kind: 'inside', group: listing.group, below: listing.below, isFolder: false };
  if (fault instanceof ApiFault && fault.status === 410) return { kind: 'deleted', path };
  throw fault;
};

const readPlace = async (path: RepositoryPath, signal: AbortSignal): Promise<Place> => {
  if (path === '') return { kind: 'container', path, container: null };
  const params = { path: { path: escapePath(path) }, query: { view: 'lightweight' as const } };
  try {
    const found = (await dataOf(preservation.GET('/repository/{path}', { params, signal }))) as Resource;
    if (found.type === 'ArchivalGroup') return { kind: 'group', path, group: found };
    if (found.partOf === undefined) return { kind: 'container', path, container: found };
    const group = pathOf(found.partOf);
    return { kind: 'inside', group, below: path.slice(group.length + 1), isFolder: found.type === 'Container' };
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return readGone(path, signal, error);
  }
};

/** What is at a path: names and dates, not what is in it. */
export const placeQuery = (path: RepositoryPath) =>
  queryOptions({
    queryKey: ['repository', 'place', path],
    queryFn: ({ signal }) => readPlace(path, signal),
  });

/** The code of a refusal, by which its page in the documentation is found; null for any other error. */
export const refusalCode = (error: unknown): string | null => {
  if (!(error instanceof ApiFault)) return null;
  const { type = '' } = error.problem as { readonly type?: string };
  return /\/problems\/([a-z-]+)$/.exec(type)?.[1] ?? null;
};

import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { preservation } from './services.js';

export type ChildListing = components['schemas']['ChildListing'];

/** What is directly in a container, after a name: containers and archival groups. Of a group there is nothing. */
export const readChildren = async (
  path: RepositoryPath,
  query: { readonly after?: string; readonly limit: number },
  signal: AbortSignal,
): Promise<ChildListing> => {
  if (path === '') return dataOf(preservation.GET('/children', { params: { query }, signal }));
  const at = { path: { path: escapePath(path) }, query };
  const answer = await dataOf(preservation.GET('/children/{path}', { params: at, signal }));
  return answer.type === 'ChildListing' ? answer : { type: 'ChildListing', path, children: [], next: null };
};

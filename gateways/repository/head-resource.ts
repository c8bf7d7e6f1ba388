import { findResource, isGone, type LivingResource } from './find-resource.js';
import { notFound } from '../http/answer/problem.js';
import { gone } from '../service/gone.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { route, pathParameter, type Answer, type Route } from '../http/route.js';

/** Whether a resource exists, and its type. */
export const headResource = ({ repository, groups }: Pick<RepositoryDependencies, 'repository' | 'groups'>): Route =>
  route('headResource', async ({ params }) => {
    const path = pathParameter({ params }, 'path');
    const found = await findResource(repository, groups, path);
    if (found === null) return notFound(`There is no resource at ${path}`);
    return isGone(found) ? gone(path) : present(typeOf(found));
  });

export const present = (type: string): Answer => ({
  status: 200,
  headers: { 'X-Preservation-Resource-Type': type },
});

const typeOf = (found: LivingResource): string => {
  if (found.kind === 'inner') return found.record.type;
  return found.kind === 'container' ? 'Container' : 'ArchivalGroup';
};

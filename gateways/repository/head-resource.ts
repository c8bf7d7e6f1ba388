import { findResource, isGone, type LivingResource } from './find-resource.js';
import { notFound } from '../http/answer/problem.js';
import { gone } from '../service/gone.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { route, pathParameter, type Answer, type Route } from '../http/route.js';
import { getResource, hasQuery, type ViewQuery, type Views } from './get-resource.js';
import { typeHeader } from './resource-answer.js';

/** What `getResource` answers; without a query, nothing of the resource but its type is read. */
export const headResource = (on: RepositoryDependencies, views: Views): Route => {
  const get = getResource(on, views);
  return route<ViewQuery>('headResource', async (call) => {
    if (hasQuery(call)) return get.handle(call);
    const path = pathParameter(call, 'path');
    const found = await findResource(on.repository, on.groups, path);
    if (found === null) return notFound(`There is no resource at ${path}`);
    return isGone(found) ? gone(path) : present(typeOf(found));
  });
};

export const present = (type: string): Answer => ({ status: 200, headers: typeHeader(type) });

const typeOf = (found: LivingResource): string => {
  if (found.kind === 'inner') return found.record.type;
  return found.kind === 'container' ? 'Container' : 'ArchivalGroup';
};

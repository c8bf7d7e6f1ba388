import { route, type Route } from '../http/route.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { getRepositoryRoot } from './get-repository-root.js';
import { hasQuery, type ViewQuery } from './get-resource.js';
import { present } from './head-resource.js';

/** What `getRepositoryRoot` answers, without reading the children (companion 3.1). */
export const headRepositoryRoot = (on: RepositoryDependencies): Route => {
  const get = getRepositoryRoot(on);
  return route<ViewQuery>('headRepositoryRoot', async (call) =>
    hasQuery(call) ? get.handle(call) : present('Container'),
  );
};

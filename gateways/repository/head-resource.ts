import { findResource, type FoundResource } from '../find-resource.js';
import { notFound } from '../problem.js';
import type { RepositoryServices } from '../repository-services.js';
import { route, type Answer, type Route } from '../route.js';

/** Whether something is there, and what. */
export const headResource = ({ repository, groups }: Pick<RepositoryServices, 'repository' | 'groups'>): Route =>
  route('headResource', async ({ params }) => {
    const path = params['path'] ?? '';
    const found = await findResource(repository, groups, path);
    return found === null ? notFound(`There is no resource at ${path}`) : present(typeOf(found));
  });

export const present = (type: string): Answer => ({
  status: 200,
  headers: { 'X-Preservation-Resource-Type': type },
});

const typeOf = (found: FoundResource): string => {
  if (found.kind === 'inner') return found.record.type;
  return found.kind === 'container' ? 'Container' : 'ArchivalGroup';
};

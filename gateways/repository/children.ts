import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { runInSlices } from '../../flow/slices.js';
import type { ResourceDocument } from '../../projections/repository/repository.js';
import { renderPlace } from '../rendering/resource.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { sortById } from '../group-content/sort-by-id.js';

const PAGE = 1_000;

/** The direct children of a container, without their own children, sorted by id. */
export const childrenOf = async (
  { repository, baseUrls, self }: Pick<RepositoryDependencies, 'repository' | 'baseUrls' | 'self'>,
  path: RepositoryPath,
): Promise<object[]> => {
  const children: ResourceDocument[] = [];
  for (let after: string | null = null; ;) {
    const page = await repository.children(path, { after, limit: PAGE });
    children.push(...page);
    if (page.length < PAGE) break;
    after = page.at(-1)?.path ?? null;
  }
  const sorted = await runInSlices(sortById(children, ({ path: child }) => child));
  return sorted.map((child) => renderPlace(baseUrls[self], child));
};

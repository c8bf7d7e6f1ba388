import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { renderPlace } from '../rendering/resource.js';
import type { RepositoryServices } from '../repository-services.js';

const PAGE = 1_000;

/** The immediate children of a container, each without its own. */
export const childrenOf = async (
  { repository, baseUrls, self }: Pick<RepositoryServices, 'repository' | 'baseUrls' | 'self'>,
  path: RepositoryPath,
): Promise<object[]> => {
  const children: object[] = [];
  for (let after: string | null = null; ;) {
    const page = await repository.children(path, { after, limit: PAGE });
    for (const child of page) children.push(renderPlace(baseUrls[self], child));
    if (page.length < PAGE) return children;
    after = page.at(-1)?.path ?? null;
  }
};

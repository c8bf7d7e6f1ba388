import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { ResourceDocument } from '../../projections/repository/repository.js';
import { renderPlace, type RenderedList } from '../rendering/resource.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';

const PAGE = 1_000;

type Dependencies = Pick<RepositoryDependencies, 'repository' | 'baseUrls' | 'self'>;

/**
 * The direct children of a container, without their own children, sorted by id. The first page is read at once, so that
 * a view that cannot be read has a status; the others while the list is written.
 */
export const childrenOf = async (on: Dependencies, path: RepositoryPath): Promise<RenderedList> => {
  const first = await on.repository.children(path, { after: null, limit: PAGE });
  return first.length < PAGE ? renderedIn(on, first) : () => allFrom(on, path, first);
};

const renderedIn = ({ baseUrls, self }: Dependencies, page: readonly ResourceDocument[]): object[] =>
  page.map((child) => renderPlace(baseUrls[self], child));

async function* allFrom(
  on: Dependencies,
  path: RepositoryPath,
  first: readonly ResourceDocument[],
): AsyncGenerator<object> {
  for (let page = first; page.length > 0;) {
    yield* renderedIn(on, page);
    const after = page.at(-1)?.escapedPath ?? null;
    page = page.length < PAGE ? [] : await on.repository.children(path, { after, limit: PAGE });
  }
}

import type { RepositoryView } from '../../../projections/repository/repository.js';

interface OfGroup {
  readonly archivalGroup: string | null;
}

/** Answers the number of the version that an import of each deposit would make; null without an archival group. */
export const nextVersions = async (
  repository: Pick<RepositoryView, 'resource'>,
  deposits: readonly OfGroup[],
): Promise<(deposit: OfGroup) => number | null> => {
  const groups = new Set(deposits.flatMap(({ archivalGroup }) => archivalGroup ?? []));
  const found = await Promise.all(
    Array.from(groups, async (path) => [path, (await repository.resource(path))?.head ?? 0] as const),
  );
  const heads = new Map(found);
  return ({ archivalGroup }) => (archivalGroup === null ? null : (heads.get(archivalGroup) ?? 0) + 1);
};

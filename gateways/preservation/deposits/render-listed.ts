import type { ListedDeposit } from '../../../projections/deposits/deposit-document.js';
import type { DepositWork } from '../../../events/deposit-work.js';
import { LISTED, renderDeposit, renderWork } from '../../rendering/deposit.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { nextVersions } from './next-versions.js';

/** A deposit as listings have it. */
export type RenderedDeposit = ReturnType<typeof renderDeposit> & ReturnType<typeof renderWork>;

/** Renders deposits of a listing. */
export const renderListed = async (
  { repository, baseUrls: { preservation } }: Pick<DepositDependencies, 'repository' | 'baseUrls'>,
  deposits: readonly (ListedDeposit & DepositWork)[],
): Promise<readonly RenderedDeposit[]> => {
  const nextVersionOf = await nextVersions(repository, deposits);
  return deposits.map((deposit) => ({
    ...renderDeposit(preservation, deposit, LISTED),
    ...renderWork(preservation, deposit, nextVersionOf(deposit)),
  }));
};

import { headOf } from '../../../commands/archival-group/state.js';
import { groupAncestorRefusal } from '../../../commands/reads/kind-at.js';
import { readLedger } from '../../../commands/reads/read-ledger.js';
import type { Services } from '../../../commands/core/services.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { DepositSurroundings } from '../../rendering/deposit.js';

/** Whether an archival group with a version stands at the path that a deposit names. */
export const groupExists = async (
  { events }: Pick<Services, 'events'>,
  archivalGroup: RepositoryPath | null,
): Promise<boolean> => archivalGroup !== null && headOf(await readLedger(events, archivalGroup)) !== null;

/**
 * What is said of a deposit whose group was just chosen. Its containers need not be there yet (companion 13.2), but an
 * import will want them.
 */
export const chosenGroup = async (
  services: Pick<Services, 'events'>,
  archivalGroup: RepositoryPath | null,
): Promise<DepositSurroundings> => {
  const archivalGroupExists = await groupExists(services, archivalGroup);
  const fault =
    archivalGroup === null || archivalGroupExists ? null : await groupAncestorRefusal(services, archivalGroup);
  const warnings = fault === null ? [] : [`${fault.detail} ${fault.advice ?? ''}`.trimEnd()];
  return { archivalGroupExists, metsETag: null, warnings };
};

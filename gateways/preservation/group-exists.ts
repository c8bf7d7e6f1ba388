import { headOf } from '../../commands/archival-group/state.js';
import { openLedger } from '../../commands/open-ledger.js';
import type { Services } from '../../commands/services.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** Whether an archival group with a version stands at the path that a deposit names. */
export const groupExists = async (
  { events }: Pick<Services, 'events'>,
  archivalGroup: RepositoryPath | null,
): Promise<boolean> => archivalGroup !== null && headOf(await openLedger(events, archivalGroup)) !== null;

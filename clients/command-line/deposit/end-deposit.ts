import { ApiFault } from '../../api/api-fault.js';
import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { Deposit } from '../../api/resources.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';
import { archiveDeposit } from './archive-deposit.js';

/** A deposit of which a version was made. */
export interface EndedDeposit {
  readonly depositId: string;
  readonly archived: boolean;
  /** Why it could not be archived; empty where it was, and where its files were to stay. */
  readonly reasons: readonly string[];
}

/** However young it is. */
const ANY_AGE = 'P0D';

/**
 * Has a deposit archived, of which a version was made, unless its files are to stay in the workspace. The version stands
 * whatever comes of it, so a refusal or fault of the service is answered as a reason.
 */
export const endDeposit = async (
  { client, progress }: { readonly client: PreservationClient; readonly progress: Progress },
  { id }: Deposit,
  keepWorkspace: boolean,
): Promise<EndedDeposit> => {
  const depositId = idIn(id);
  if (keepWorkspace) return { depositId, archived: false, reasons: [] };
  progress.begin(STEPS.archiving);
  const reasons = await archiveDeposit(client, depositId, ANY_AGE).catch((error: unknown) => {
    if (error instanceof ApiFault) return [error.message];
    throw error;
  });
  return { depositId, archived: reasons.length === 0, reasons };
};

import type { EventStore } from '../../events/store.js';
import { deposit } from '../deposit/decider.js';
import { existing, type Deposit, type DepositJob } from '../deposit/state.js';
import { fold } from '../core/fold.js';
import { depositStream } from '../core/stream-names.js';

/** The deposit, from its stream; null when there is none or it was deleted. */
export const readDeposit = async (events: EventStore, depositId: string): Promise<Deposit | null> =>
  existing((await fold(events, deposit, depositStream(depositId))).state);

/** The import jobs of a deposit, oldest first, also of a deleted one (companion 4.4); null when there never was one. */
export const readDepositJobs = async (events: EventStore, depositId: string): Promise<readonly DepositJob[] | null> => {
  const { state } = await fold(events, deposit, depositStream(depositId));
  return state.status === 'absent' ? null : state.jobs;
};

/** The ETag of the METS with which a deposit was opened, also of a deleted one; null where there was none. */
export const readOpeningMets = async (events: EventStore, depositId: string): Promise<string | null> => {
  const { state } = await fold(events, deposit, depositStream(depositId));
  return state.status === 'absent' ? null : state.openingMets;
};

/** Whether there is such a deposit, or was before it was deleted. */
export const hasEverBeen = async (events: EventStore, depositId: string): Promise<boolean> =>
  (await fold(events, deposit, depositStream(depositId))).state.status !== 'absent';

import type { EventStore } from '../events/store.js';
import { deposit } from './deposit/decider.js';
import type { DepositJob } from './deposit/state.js';
import { fold } from './fold.js';
import { depositStream } from './stream-names.js';

/** The import jobs of a deposit, oldest first, also of a deleted one (companion 4.4); null when there never was one. */
export const readDepositJobs = async (events: EventStore, depositId: string): Promise<readonly DepositJob[] | null> => {
  const { state } = await fold(events, deposit, depositStream(depositId));
  return state.status === 'absent' ? null : state.jobs;
};

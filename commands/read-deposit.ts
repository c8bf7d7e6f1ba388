import type { EventStore } from '../events/store.js';
import { deposit } from './deposit/decider.js';
import { existing, type Deposit } from './deposit/state.js';
import { fold } from './fold.js';
import { depositStream } from './stream-names.js';

/** The deposit as its stream tells it; null when there is none or it was deleted. */
export const readDeposit = async (events: EventStore, depositId: string): Promise<Deposit | null> =>
  existing((await fold(events, deposit, depositStream(depositId))).state);

import { readDepositState } from '../deposit/deposit-stream.js';
import type { DeletedDeposit, Deposit } from '../deposit/state.js';
import type { EventStore } from '../../events/store.js';

/** Where the files of an export go: the group's paths are recreated below the prefix, which ends in `/`. */
export interface Destination {
  readonly bucket: string;
  readonly prefix: string;
}

/**
 * The deposit in whose workspace a destination is; null for any other destination, such as a workspace that another
 * preservation service has in another bucket.
 */
export const workspaceAt = async (
  events: EventStore,
  { bucket, prefix }: Destination,
): Promise<Deposit | DeletedDeposit | null> => {
  const [, depositId] = /^deposits\/([^/]+)\//.exec(prefix) ?? [];
  const state = depositId === undefined ? null : await readDepositState(events, depositId);
  return state === null || state.status === 'absent' || state.files.bucket !== bucket ? null : state;
};

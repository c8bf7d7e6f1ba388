import type { Fact } from './envelope.js';

interface Heartbeat {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;
  readonly at: string;
}

/**
 * Facts of `lease-<x>`: the heartbeats of a holder, and its release before the work is done. The holder of a job is
 * decided by the ledger; that of a singleton by the first heartbeat of an epoch.
 */
export type LeaseFact = Fact<'LeaseRenewed' | 'LeaseReleased', Heartbeat>;

/** Facts of `checkpoint-<x>`: the position of a reader of the whole log. */
export type CheckpointFact = Fact<'CheckpointReached', { name: string; position: string; holder: string }>;

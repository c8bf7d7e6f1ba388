import type { Fact } from './envelope.js';

interface Heartbeat {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;
  readonly at: string;
}

/**
 * Facts of `lease-<x>`: the heartbeats of a holder, and its release where it left with the work undone. Which process has
 * a job is decided elsewhere (a ledger); which one runs a singleton, by the first heartbeat of its epoch.
 */
export type LeaseFact = Fact<'LeaseRenewed' | 'LeaseReleased', Heartbeat>;

/** Facts of `checkpoint-<x>`: how far a reader of the whole log has come. */
export type CheckpointFact = Fact<'CheckpointReached', { name: string; position: string; holder: string }>;

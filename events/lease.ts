import type { Fact } from './envelope.js';

interface Sign {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;
  readonly at: string;
}

/**
 * Facts of `lease-<x>`: a holder's signs of life, and its last word where it left with the work undone. Who holds a job
 * is decided elsewhere (a ledger); who holds an office, by the first sign of its epoch.
 */
export type LeaseFact = Fact<'LeaseRenewed' | 'LeaseReleased', Sign>;

/** Facts of `checkpoint-<x>`: how far a reader of the whole log has come. */
export type CheckpointFact = Fact<'CheckpointReached', { name: string; position: string; holder: string }>;

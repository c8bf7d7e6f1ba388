import type { Fact } from './envelope.js';

/** Facts of `lease-<x>`: a holder's sign of life. Takeover is decided elsewhere (a ledger), never here. */
export type LeaseFact = Fact<'LeaseRenewed', { name: string; holder: string; epoch: number; at: string }>;

/** Facts of `checkpoint-<x>`: how far a reader of the whole log has come. */
export type CheckpointFact = Fact<'CheckpointReached', { name: string; position: string; holder: string }>;

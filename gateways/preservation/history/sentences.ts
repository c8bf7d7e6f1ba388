import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { ContainerFact, MovedEntryFact } from '../../../events/container.js';
import type { DepositFact } from '../../../events/deposit.js';
import type { Fact } from '../../../events/envelope.js';

/** The facts of the streams that have a history. */
export type HistoryFact = DepositFact | ArchivalGroupFact | ContainerFact | MovedEntryFact;

/** A sentence for each type of a family, about `by`, the name of the agent. */
export type Sentences<F extends Fact> = {
  readonly [T in F['type']]: (data: Extract<F, { readonly type: T }>['data'], by: string) => string;
};

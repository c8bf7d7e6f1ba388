import { randomUUID } from 'node:crypto';
import type { Fact, Proposed } from '../events/envelope.js';
import { timestampOf } from '../events/time.js';

/** Who a worker is in the facts it writes for itself (checkpoints, leases). */
export interface Identity {
  /** Of this very process and no other, also not of the next one on the same machine. */
  readonly holder: string;
  /** The version of the software. */
  readonly producer: string;
  readonly now: () => Date;
}

/** A fact that the platform records on its own account; repeating an append must reuse the same one. */
export const platformFact = <F extends Fact>(fact: F, { producer, now }: Identity): Proposed<F> => {
  const commandId = randomUUID();
  return {
    ...fact,
    id: randomUUID(),
    metadata: {
      $correlationId: commandId,
      $causationId: commandId,
      commandId,
      actor: { agent: 'platform', source: 'platform', appId: null },
      schema: 1,
      occurredAt: timestampOf(now()),
      producer,
    },
  };
};

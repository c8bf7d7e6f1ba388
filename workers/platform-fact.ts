import { randomUUID } from 'node:crypto';
import type { Fact, Proposed } from '../events/envelope.js';
import { timestampOf } from '../events/time.js';

/** Who a worker is in the facts it writes for itself (checkpoints, leases). */
export interface Identity {
  /** Of this very process and no other, also not of the next one on the same machine. */
  readonly holder: string;
  /** Whether another holder is a process that is certain to have ended; of none where this is absent. */
  readonly hasEnded?: (holder: string) => boolean;
  /** The version of the software. */
  readonly producer: string;
  readonly now: () => Date;
}

/**
 * Whether whoever gave that sign of life cannot be at work any more: a process that has ended, or this one, which has
 * stopped what it did under a lease before it looks whose that is.
 */
export const hasLeft = ({ holder: own, hasEnded }: Identity, holder: string): boolean =>
  holder === own || hasEnded?.(holder) === true;

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

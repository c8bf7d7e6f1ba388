import { randomUUID } from 'node:crypto';
import type { Fact, NewFact } from '../events/envelope.js';
import { timestampOf } from '../events/time.js';
import type { LeaseHolder } from '../flow/lease/lease-observer.js';

/** The identity of a process in its own facts (checkpoints, leases). */
export interface ProcessIdentity extends LeaseHolder {
  /** The version of the software. */
  readonly producer: string;
  readonly now: () => Date;
}

/**
 * A fact without a request, such as a checkpoint; a repeated append must reuse the same one. Its time is that of this
 * process's clock, even where the fact before it in the stream has a later one: nothing but the comparison of clocks reads
 * it, and heartbeats would keep the time of a clock that was wrong once.
 */
export const platformFact = <F extends Fact>(fact: F, { producer, now }: ProcessIdentity): NewFact<F> => {
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

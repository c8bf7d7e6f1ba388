import { randomUUID } from 'node:crypto';
import type { Fact, NewFact } from '../../../events/envelope.js';
import { timestampOf } from '../../../events/time.js';
import type { ProcessIdentity } from '../../../workers/presence/process-identity.js';

/** A fact without a request, as earlier versions wrote those of leases and checkpoints. */
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

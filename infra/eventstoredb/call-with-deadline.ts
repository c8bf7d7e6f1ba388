import type { EventStoreDBClient } from '@eventstore/db-client';
import { withinDeadline } from '../../flow/deadline.js';
import { EventStoreFault } from '../../events/store.js';
import type { Connection } from './connection.js';
import { errorTypeOf } from './faults.js';

/** Our own deadline is a little longer than that of the call, so that it is used only when the call's does not work. */
const GRACE_MS = 500;

/**
 * Makes a call that writes. Settles as the call does, or rejects with EventStoreFault `outcome-unknown` when there is
 * no answer by the call's deadline and a grace period. The call keeps its client until it has settled itself: finding
 * the leader may take longer than the deadline, and the client has no handler for a channel that was closed meanwhile.
 */
export const callWithDeadline = async <Answer>(
  { borrow, writing, deadlineMs }: Connection,
  what: string,
  call: (client: EventStoreDBClient) => Promise<Answer>,
): Promise<Answer> => {
  const { client, reportNoAnswer, release } = borrow();
  const patienceMs = deadlineMs + GRACE_MS;
  const noAnswer = new EventStoreFault('outcome-unknown', `${what} got no answer for ${patienceMs} ms`);
  const answer = call(client);
  const settled = answer.then(release, release).finally(() => writing.delete(settled));
  writing.add(settled);
  try {
    return await withinDeadline(answer, { ms: patienceMs, fault: () => noAnswer });
  } catch (error) {
    if (error === noAnswer || errorTypeOf(error) === 'deadline-exceeded') reportNoAnswer();
    throw error;
  }
};

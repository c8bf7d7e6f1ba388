import type { EventStoreDBClient } from '@eventstore/db-client';
import { withinDeadline } from '../../flow/deadline.js';
import { EventStoreFault } from '../../events/store.js';
import type { Connection } from './connection.js';
import { errorTypeOf } from './faults.js';

/** Our own clock runs a little longer than the deadline of the call, so that it speaks only when that one does not. */
const GRACE_MS = 500;

/**
 * One call that writes. Settles as it does, or rejects with EventStoreFault `outcome-unknown` when there was no answer
 * long after the deadline that the call was given.
 */
export const answered = async <Answer>(
  { lend, deadlineMs }: Connection,
  what: string,
  call: (client: EventStoreDBClient) => Promise<Answer>,
): Promise<Answer> => {
  const { client, unanswered, giveBack } = lend();
  const patienceMs = deadlineMs + GRACE_MS;
  const noAnswer = new EventStoreFault('outcome-unknown', `${what} got no answer for ${patienceMs} ms`);
  try {
    return await withinDeadline(call(client), { ms: patienceMs, fault: () => noAnswer });
  } catch (error) {
    if (error === noAnswer || errorTypeOf(error) === 'deadline-exceeded') unanswered();
    throw error;
  } finally {
    giveBack();
  }
};

import type { EventStoreDBClient, StreamingRead } from '@eventstore/db-client';
import { EventStoreFault } from '../../events/store.js';
import type { Connection } from './connection.js';
import { readFault } from './faults.js';

/**
 * The items of one read, which has no deadline of its own: it fails with `store-unavailable` when the server lets its
 * reader wait for longer than `deadlineMs`. A reader that leaves early cancels the call.
 */
export async function* readItems<Item>(
  { lend, deadlineMs }: Connection,
  begin: (client: EventStoreDBClient) => StreamingRead<Item>,
): AsyncGenerator<Item, void> {
  const { client, unanswered, giveBack } = lend();
  const reading = begin(client);
  let isWaiting = false;
  const timedOut = (): void => {
    if (!isWaiting) return;
    unanswered();
    reading.destroy(new EventStoreFault('store-unavailable', `no answer for ${deadlineMs} ms`));
  };
  const timer = setTimeout(timedOut, deadlineMs);
  reading.on('error', () => undefined);
  try {
    const items = reading[Symbol.asyncIterator]() as AsyncIterator<Item, undefined>;
    for (;;) {
      isWaiting = true;
      timer.refresh();
      const next = await items.next();
      isWaiting = false;
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    throw readFault(error);
  } finally {
    clearTimeout(timer);
    reading.cancel().catch(() => undefined);
    giveBack();
  }
}

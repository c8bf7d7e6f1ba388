import type { EventStoreDBClient, StreamingRead } from '@eventstore/db-client';
import { EventStoreFault } from '../../events/store.js';
import type { Connection } from './connection.js';
import { readFault } from './faults.js';

/**
 * The items of one read. Reads have no deadline of their own: this fails with `store-unavailable` when an item takes
 * longer than `deadlineMs`. A reader that stops early cancels the call.
 */
export async function* readItems<Item>(
  { borrow, deadlineMs }: Connection,
  begin: (client: EventStoreDBClient) => StreamingRead<Item>,
): AsyncGenerator<Item, void> {
  const { client, reportNoAnswer, release } = borrow();
  const reading = begin(client);
  let isWaiting = false;
  const timedOut = (): void => {
    if (!isWaiting) return;
    reportNoAnswer();
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
    reading.cancel().then(release, release);
  }
}

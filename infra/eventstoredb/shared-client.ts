import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';

/** A client that lasts as long as the calls on it. */
export interface SharedClient {
  readonly client: EventStoreDBClient;
  readonly replaced: AbortSignal;
  /** One call more; the answer ends it. */
  lend(): () => void;
  /** There is another client for the calls to come: this one closes when the last of its calls has ended. */
  retire(): void;
  /** Cancels its calls and closes its connection. */
  close(): Promise<void>;
}

/** What of a client its types keep back: `dispose` ends its calls, and leaves the connection open behind it. */
interface Channelled {
  getChannel(): Promise<{ close(): void }>;
}

const closed = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose();
  const channel = await (client as unknown as Channelled).getChannel();
  channel.close();
};

/** `onClosed` is called when nothing is left of it. */
export const sharedClient = (client: EventStoreDBClient, onClosed: () => void): SharedClient => {
  const replaced = new AbortController();
  setMaxListeners(0, replaced.signal); // every subscription listens
  let calls = 0;
  let wasUsed = false;
  let closing: Promise<void> | null = null;

  /** A connection that was never asked for would be opened by closing it, and one that was not found is none. */
  const close = (): Promise<void> =>
    (closing ??= (wasUsed ? closed(client).catch(() => undefined) : Promise.resolve()).then(onClosed));
  const closeIfIdle = (): void => {
    if (replaced.signal.aborted && calls === 0) void close();
  };
  return {
    client,
    replaced: replaced.signal,
    lend() {
      calls++;
      wasUsed = true;
      let isLent = true;
      return () => {
        if (isLent) calls--;
        isLent = false;
        closeIfIdle();
      };
    },
    retire() {
      replaced.abort();
      closeIfIdle();
    },
    close,
  };
};

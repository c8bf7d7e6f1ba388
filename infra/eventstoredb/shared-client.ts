import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';

/** A client that stays open for its calls. */
export interface SharedClient {
  readonly client: EventStoreDBClient;
  readonly replaced: AbortSignal;
  /** Counts a call; call the answer when it has ended. */
  addCall(): () => void;
  /** Another client takes later calls: this one closes when its last call has ended. */
  retire(): void;
  /** Cancels its calls and closes its connection. */
  close(): Promise<void>;
}

/** A method of the client that its types leave out. `dispose` ends the calls and leaves the connection open. */
interface ChannelHolder {
  getChannel(): Promise<{ close(): void }>;
}

const closed = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose();
  const channel = await (client as unknown as ChannelHolder).getChannel();
  channel.close();
};

/** `onClosed` is called once it is closed. */
export const sharedClient = (client: EventStoreDBClient, onClosed: () => void): SharedClient => {
  const replaced = new AbortController();
  setMaxListeners(0, replaced.signal); // every subscription listens
  let calls = 0;
  let wasUsed = false;
  let closing: Promise<void> | null = null;

  /** Closing an unused client would open a connection; a client that found no server has none. */
  const close = (): Promise<void> =>
    (closing ??= (wasUsed ? closed(client).catch(() => undefined) : Promise.resolve()).then(onClosed));
  const closeIfIdle = (): void => {
    if (replaced.signal.aborted && calls === 0) void close();
  };
  return {
    client,
    replaced: replaced.signal,
    addCall() {
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

import type { Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { clientSource } from './connection-string.js';
import { sharedClient, type SharedClient } from './shared-client.js';

/** The log for failures that the store can do without. */
export interface StoreLog {
  warn(message: string, fields?: object): void;
}

/** A client that is borrowed for one call. */
export interface BorrowedClient {
  readonly client: EventStoreDBClient;
  /** Aborts when another client replaced this one. */
  readonly replaced: AbortSignal;
  /** Call it when the server did not answer: later calls then get another client. */
  readonly reportNoAnswer: () => void;
  /** Call it when the call has ended; further calls have no effect. */
  readonly release: () => void;
}

/** The connection to the servers, and the options of every call. */
export interface Connection {
  readonly borrow: () => BorrowedClient;
  /**
   * Passed to every call, since the client has none. With credentials of its own an append uses the unary method, which
   * keeps its deadline and shares no table of pending appends.
   */
  readonly credentials: Credentials;
  /** How long the server may take to answer before a call fails. */
  readonly deadlineMs: number;
  /** Calls that write, until they have settled; none of them rejects. */
  readonly writing: Set<Promise<void>>;
  /** Ends all readers, and closes all connections once every call that writes has settled. */
  close(): Promise<void>;
}

/**
 * Opens no connection yet. Throws for a malformed connection string.
 *
 * A client changes its node only when the node reports that it is not available or not the leader, not while it hangs.
 * So after a call without an answer another client is opened, which discovers the nodes again; the old one closes after
 * its last call. Since a new client can be found hanging only after a whole deadline, at most one client is opened per
 * deadline.
 */
export const connect = (connectionString: string, deadlineMs: number, log?: StoreLog): Connection => {
  const { credentials, open } = clientSource(connectionString);
  const clients = new Set<SharedClient>();
  const writing = new Set<Promise<void>>();
  const begin = (): SharedClient => {
    const begun = sharedClient(open(), () => void clients.delete(begun));
    clients.add(begun);
    return begun;
  };
  let current = begin();
  /** Opening a client can fail, such as for an unreadable certificate; the present one is then kept. */
  const moveOn = (): void => {
    const left = current;
    try {
      current = begin();
      log?.warn('The event store left a call without an answer, and another connection is opened', { deadlineMs });
    } catch (error) {
      log?.warn('No other connection to the event store can be opened', { cause: String(error) });
      return;
    }
    left.retire();
  };
  return {
    credentials,
    deadlineMs,
    writing,
    borrow() {
      const shared = current;
      const { client, replaced } = shared;
      const reportNoAnswer = (): void => {
        if (shared === current) moveOn();
      };
      return { client, replaced, reportNoAnswer, release: shared.addCall() };
    },
    async close() {
      await Promise.all(writing);
      await Promise.all([...clients].map((each) => each.close()));
    },
  };
};

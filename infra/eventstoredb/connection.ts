import type { Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { clientSource } from './connection-string.js';
import { sharedClient, type SharedClient } from './shared-client.js';

/** Where the store says what it could not do and does not need to. */
export interface StoreLog {
  warn(message: string, fields?: object): void;
}

/** A client for one call. */
export interface Lent {
  readonly client: EventStoreDBClient;
  /** Aborts when another client has taken the place of this one. */
  readonly replaced: AbortSignal;
  /** The server has left this call without an answer: the calls after it get another client. */
  readonly unanswered: () => void;
  /** The call has ended. May be called again. */
  readonly giveBack: () => void;
}

/** The way to the servers, and what every call on it must be given. */
export interface Connection {
  readonly lend: () => Lent;
  /**
   * Given to every call, for the client knows none. With credentials of its own an append takes the unary method, which
   * keeps its deadline and shares no table of pending appends with others.
   */
  readonly credentials: Credentials;
  /** How long the server may keep silent before a call has failed. */
  readonly deadlineMs: number;
  /** Ends every call, and every connection. */
  close(): Promise<void>;
}

/**
 * Opens no connection yet. Throws for a connection string that the client does not understand.
 *
 * A client leaves its node only when that says that it is away or does not lead, and not while the node hangs. So a call
 * without an answer has another client opened, which asks all nodes anew; the old one ends with the calls that it has. It
 * takes a whole deadline until a new client can be found silent, and that is how often one is opened at most.
 */
export const connect = (connectionString: string, deadlineMs: number, log?: StoreLog): Connection => {
  const { credentials, open } = clientSource(connectionString);
  const clients = new Set<SharedClient>();
  const begin = (): SharedClient => {
    const begun = sharedClient(open(), () => void clients.delete(begun));
    clients.add(begun);
    return begun;
  };
  let current = begin();
  /** A certificate that cannot be read now was read before: without a new client the one that is there goes on. */
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
    lend() {
      const lender = current;
      const { client, replaced } = lender;
      const unanswered = (): void => {
        if (lender === current) moveOn();
      };
      return { client, replaced, unanswered, giveBack: lender.lend() };
    },
    async close() {
      await Promise.all([...clients].map((each) => each.close()));
    },
  };
};

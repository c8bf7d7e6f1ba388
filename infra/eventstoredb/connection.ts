import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';

/** The client and what every call of it must be given. */
export interface Connection {
  readonly client: EventStoreDBClient;
  /**
   * Given to every call, for the client knows none. With credentials of its own an append takes the unary method, which
   * keeps its deadline and shares no table of pending appends with others.
   */
  readonly credentials: Credentials;
  /** How long the server may keep silent before a call has failed. */
  readonly deadlineMs: number;
}

const NAMED = /^esdb(?:\+discover)?:\/\/([^:@/]+):([^@/]*)@/;
const INSECURE = /[?&]tls=false(?:&|$)/i;
/** Never sent: an insecure connection carries no credentials. */
const PLACEHOLDER: Credentials = { username: 'insecure', password: 'insecure' };

const credentialsIn = (connectionString: string): Credentials => {
  const [, username, password] = NAMED.exec(connectionString) ?? [];
  if (username !== undefined && password !== undefined) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  }
  if (INSECURE.test(connectionString)) return PLACEHOLDER;
  throw new TypeError('the connection string of a secure event store must name a user and a password');
};

/** The client prints the whole text when it meets an option that it does not know, so no password may be in it. */
const withoutCredentials = (connectionString: string): string =>
  connectionString.replace(/^(esdb(?:\+discover)?:\/\/)[^?]*@/, '$1');

/** Opens no connection yet. Throws for a connection string that the client does not understand. */
export const connect = (connectionString: string, deadlineMs: number): Connection => ({
  credentials: credentialsIn(connectionString),
  client: EventStoreDBClient.connectionString(withoutCredentials(connectionString)),
  deadlineMs,
});

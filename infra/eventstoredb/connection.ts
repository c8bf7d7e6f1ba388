import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';

/** The client and what every call of it must be given. */
export interface Connection {
  readonly client: EventStoreDBClient;
  /**
   * Given to every append: with credentials of its own a call takes the unary method, which keeps its deadline and
   * shares no table of pending appends with others.
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

/** Opens no connection yet. Throws for a connection string that the client does not understand. */
export const connect = (connectionString: string, deadlineMs: number): Connection => ({
  credentials: credentialsIn(connectionString),
  client: EventStoreDBClient.connectionString(connectionString),
  deadlineMs,
});

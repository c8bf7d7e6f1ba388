import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';

/** Where clients come from. */
export interface ClientSource {
  readonly credentials: Credentials;
  /** A client that has no connection yet. */
  readonly open: () => EventStoreDBClient;
}

const NAMED = /^esdb(?:\+discover)?:\/\/([^:@/]+):([^@/]*)@/;
const INSECURE = /[?&]tls=false(?:&|$)/i;
/** Never sent: an insecure connection carries no credentials. */
const PLACEHOLDER: Credentials = { username: 'insecure', password: 'insecure' };

/**
 * How a client looks for the leader among several nodes, where the connection string does not say: so that a node that
 * hangs is asked in vain for less than the deadline of a call. In seconds, and in rounds.
 */
const LOOKING = { gossipTimeout: 2, maxDiscoverAttempts: 3 } as const;

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

/** The client takes the names of options in any case, and with dashes and underscores anywhere. */
const namesOption = (connectionString: string, name: string): boolean =>
  connectionString
    .split(/[?&]/)
    .slice(1)
    .some((option) => option.split('=', 1)[0]?.trim().replace(/[_-]/g, '').toLowerCase() === name.toLowerCase());

const withPresets = (connectionString: string): string =>
  Object.entries(LOOKING)
    .filter(([name]) => !namesOption(connectionString, name))
    .reduce((text, [name, value]) => `${text}${text.includes('?') ? '&' : '?'}${name}=${value}`, connectionString);

/** Throws for a connection string that the client does not understand, or that names no user where one is needed. */
export const clientSource = (connectionString: string): ClientSource => {
  const credentials = credentialsIn(connectionString);
  const text = withPresets(withoutCredentials(connectionString.trim()));
  return { credentials, open: () => EventStoreDBClient.connectionString(text) };
};

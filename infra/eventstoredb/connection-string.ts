import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';

/** Opens clients. */
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
 * Default options for finding the leader among several nodes, in seconds and rounds: discovery gives up on a hanging
 * node before the deadline of a call.
 */
const DISCOVERY_OPTIONS = { gossipTimeout: 2, maxDiscoverAttempts: 3 } as const;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TypeError('the user and the password in the connection string must be percent-encoded: write % as %25');
  }
};

const credentialsIn = (connectionString: string): Credentials => {
  const [, username, password] = NAMED.exec(connectionString) ?? [];
  if (username !== undefined && password !== undefined) {
    return { username: decoded(username), password: decoded(password) };
  }
  if (INSECURE.test(connectionString)) return PLACEHOLDER;
  throw new TypeError('the connection string of a secure event store must name a user and a password, percent-encoded');
};

/** The client logs the whole text when it finds an unknown option, so it must not contain the password. */
const withoutCredentials = (connectionString: string): string =>
  connectionString.replace(/^(esdb(?:\+discover)?:\/\/)[^?]*@/, '$1');

/** Option names are compared as the client does: without case, dashes and underscores. */
const namesOption = (connectionString: string, name: string): boolean =>
  connectionString
    .split(/[?&]/)
    .slice(1)
    .some((option) => option.split('=', 1)[0]?.trim().replace(/[_-]/g, '').toLowerCase() === name.toLowerCase());

const withPresets = (connectionString: string): string =>
  Object.entries(DISCOVERY_OPTIONS)
    .filter(([name]) => !namesOption(connectionString, name))
    .reduce((text, [name, value]) => `${text}${text.includes('?') ? '&' : '?'}${name}=${value}`, connectionString);

/** Throws for a malformed connection string, or one without a user where one is required. */
export const clientSource = (connectionString: string): ClientSource => {
  const credentials = credentialsIn(connectionString);
  const text = withPresets(withoutCredentials(connectionString.trim()));
  return { credentials, open: () => EventStoreDBClient.connectionString(text) };
};

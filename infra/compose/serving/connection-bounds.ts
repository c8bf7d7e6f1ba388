import type { Server, ServerOptions } from 'node:http';
import { throttle } from '../../../flow/throttle.js';

/** What one address takes of those who connect to it. */
export interface ConnectionBounds {
  /** How many connections at once; a further one is closed at once. */
  readonly connections: number;
  /** How long a connection may take to send the headers of a request, and to begin with them. */
  readonly headersMs: number;
  /** How long it may then take in all until its body has come. */
  readonly requestMs: number;
  /** How often is looked for connections that took longer. */
  readonly checkEveryMs: number;
  /** Hears that a connection was closed because there were too many, or that one could not be taken. */
  readonly onRefused: (why: string) => void;
}

/** For those who send no large bodies. */
export const USUAL_BOUNDS: ConnectionBounds = {
  connections: 1_000,
  headersMs: 30_000,
  requestMs: 60_000,
  checkEveryMs: 5_000,
  onRefused: () => undefined,
};

/** For the services, which take bodies of hundreds of megabytes: how fast these come, whoever reads them looks at. */
export const SERVICE_BOUNDS: Partial<ConnectionBounds> = { requestMs: 3_600_000 };

/** As a server is told of them when it is made. */
export const boundedTimes = ({ headersMs, requestMs, checkEveryMs }: ConnectionBounds): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkEveryMs,
});

/**
 * Holds a server to its number of connections. Those that wait for a next request make room for new ones; a connection
 * that cannot be taken, as without a free descriptor, does not bring the process down.
 */
export const boundConnections = (server: Server, { connections, onRefused }: ConnectionBounds): void => {
  const makeRoom = (why: string): void => {
    server.closeIdleConnections();
    onRefused(why);
  };
  server.maxConnections = connections;
  server.on('drop', () => makeRoom(`there are ${connections} already`));
  server.on('error', (error) => {
    if (server.listening) makeRoom(error.message);
  });
};

/** Passes on one word in a minute, for whoever connects may do so as often as he likes. */
export const seldom = (tell: (why: string) => void, everyMs = 60_000): ((why: string) => void) => {
  const mayTell = throttle(everyMs, -Infinity);
  return (why) => {
    if (mayTell()) tell(why);
  };
};

import type { ServerOptions } from 'node:http';
import { throttle } from '../../../flow/throttle.js';

/** The limits of one listening address. */
export interface ConnectionBounds {
  /** The most concurrent connections, as in `boundConnections`; further ones are closed immediately. */
  readonly connections: number;
  /** How long a connection may take to send the headers of a request, in milliseconds. */
  readonly headersMs: number;
  /** How long the whole request may take to arrive, in milliseconds. */
  readonly requestMs: number;
  /** How often connections are checked for these limits, in milliseconds. */
  readonly checkEveryMs: number;
  /** Called when a connection was closed because there are too many, or could not be accepted. */
  readonly onRefused: (why: string) => void;
}

/** For addresses without large bodies. */
export const USUAL_BOUNDS: ConnectionBounds = {
  connections: 1_000,
  headersMs: 30_000,
  requestMs: 60_000,
  checkEveryMs: 5_000,
  onRefused: () => undefined,
};

/** For the services, with bodies of many megabytes, whose rate is checked where they are read. */
export const SERVICE_BOUNDS: Partial<ConnectionBounds> = { requestMs: 3_600_000 };

/** The limits as options of a server. */
export const boundedTimes = ({ headersMs, requestMs, checkEveryMs }: ConnectionBounds): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkEveryMs,
});

/** Passes on at most one message a minute, since clients may connect at any rate. */
export const oncePerInterval = (tell: (why: string) => void, everyMs = 60_000): ((why: string) => void) => {
  const mayTell = throttle(everyMs, -Infinity);
  return (why) => {
    if (mayTell()) tell(why);
  };
};

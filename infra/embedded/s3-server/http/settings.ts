import type { ObjectEngine } from '../contract/object-engine.js';
import type { MinimumRate } from '../../../../flow/streams/minimum-rate.js';

export type Access = 'read' | 'write';

/** One pair of keys and its permissions. */
export interface S3Credential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** A request that begins at this time or later is refused; absent for keys that do not expire. */
  readonly expires?: Date;
  /**
   * Whether these keys may do this. `keys` is the key of an object, or the prefix of all keys that a listing is about
   * ('' for every key); null where the request is about the bucket itself and no key of it.
   */
  may(access: Access, bucket: string, keys: string | null): boolean;
  /** Whether these keys were withdrawn before they expire; called for requests that they signed. */
  isWithdrawn?(): Promise<boolean>;
}

/** The log for requests (debug) and for failures that need an operator (error). */
export interface S3EndpointLog {
  debug(message: string, fields: Readonly<Record<string, unknown>>): void;
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

export interface S3EndpointSettings {
  readonly engine: ObjectEngine;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The region of the endpoint; clients may sign for any. */
  readonly region: string;
  readonly credentials: readonly S3Credential[];
  /**
   * Credentials that are not in the list, by their access key id. Called for unauthenticated requests, so it must be
   * cheap; null for an id that it does not know.
   */
  readonly findCredential?: ((accessKeyId: string) => S3Credential | null) | undefined;
  readonly now: () => Date;
  /** Whether pages of an origin may call the endpoint from a browser (CORS); those of none may by default. */
  readonly allowsOrigin?: ((origin: string) => boolean) | undefined;
  readonly log?: S3EndpointLog;
  /** How long a connection may stall within a request, in milliseconds. */
  readonly idleMs?: number;
  /** The minimum rate of a body; slow lines are accepted by default. */
  readonly pace?: MinimumRate;
  /** The most concurrent connections, as in `boundConnections`; 1,000 by default. */
  readonly connections?: number | undefined;
  /** Called when a connection was closed because there were too many, or could not be accepted. */
  readonly onRefused?: ((why: string) => void) | undefined;
  /** How long bodies may still come in once the endpoint closes, in milliseconds. */
  readonly bodyGraceMs?: number;
  /** How long requests that are under way may go on once the endpoint closes, in milliseconds. */
  readonly graceMs?: number;
}

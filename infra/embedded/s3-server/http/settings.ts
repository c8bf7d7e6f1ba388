import type { ObjectEngine } from '../engine/object-engine.js';
import type { MinimumRate } from '../../../../flow/minimum-rate.js';

export type Access = 'read' | 'write';

/** One pair of keys and what it opens. */
export interface S3Credential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  may(access: Access, bucket: string): boolean;
}

/** Where the endpoint tells of requests (debug) and of failures that someone must look at (error). */
export interface S3EndpointLog {
  debug(message: string, fields: Readonly<Record<string, unknown>>): void;
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

export interface S3EndpointSettings {
  readonly engine: ObjectEngine;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The region that it says it is in; clients may sign for any. */
  readonly region: string;
  readonly credentials: readonly S3Credential[];
  readonly now: () => Date;
  readonly log?: S3EndpointLog;
  /** How long a connection may stand still in the middle of a request, in milliseconds. */
  readonly idleMs?: number;
  /** How fast a body must come; slow lines are waited for unless said. */
  readonly pace?: MinimumRate;
  /** How many connections at once, a further one is closed at once; as many as come, unless said. */
  readonly connections?: number | undefined;
  /** Hears that a connection was closed because there were too many, or that one could not be taken. */
  readonly onRefused?: ((why: string) => void) | undefined;
  /** How long bodies may still come in once the endpoint closes, in milliseconds. */
  readonly bodyGraceMs?: number;
  /** How long requests that are under way may go on once the endpoint closes, in milliseconds. */
  readonly graceMs?: number;
}

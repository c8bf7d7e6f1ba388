import type { ObjectEngine } from '../objects/engine.js';
import type { S3Credential } from './credential.js';

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
  /** How long requests that are under way may go on once the endpoint closes, in milliseconds. */
  readonly graceMs?: number;
}

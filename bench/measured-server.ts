import type { S3Server } from '../test/support/s3/s3-server.js';
import type { ObjectServer } from './imports/import-platform.js';

/** A server that has the objects, and whether a copy on it has to be looked at for its SHA-256. */
export interface MeasuredServer extends ObjectServer {
  readonly server: S3Server;
  readonly looking: boolean;
}

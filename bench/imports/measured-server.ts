import type { S3Server } from '../../test/support/s3/s3-server.js';
import type { ObjectServer } from './import-platform.js';

/** A server with the objects, and whether the SHA-256 of a copy needs a HEAD request. */
export interface MeasuredServer extends ObjectServer {
  readonly server: S3Server;
  readonly looking: boolean;
}

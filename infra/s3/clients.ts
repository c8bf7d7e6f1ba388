import type { S3Client } from '@aws-sdk/client-s3';
import type { RequestLimiter } from './request-limiter.js';

/** Clients of one store, which differ in what they repeat and for how long they wait. */
export interface Clients {
  /** Sends again only what the store turned away: for what must not be repeated unseen. */
  readonly once: S3Client;
  readonly often: S3Client;
  /** As `often`, for requests of which nothing is heard for as long as the store copies. */
  readonly copying: S3Client;
  /** The limit of calls that all of them share. */
  readonly calls: RequestLimiter;
  /** For how long, in milliseconds, a call is repeated. */
  readonly patienceMs: number;
  close(): void;
}

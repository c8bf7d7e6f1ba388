import type { S3Client } from '@aws-sdk/client-s3';

/** Two clients of one store, which differ in whether they repeat what failed. */
export interface Clients {
  readonly once: S3Client;
  readonly often: S3Client;
}

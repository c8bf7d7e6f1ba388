import { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  /** Absent for the one that belongs to the region. */
  readonly endpoint?: string;
  readonly region: string;
  /** Absent to look them up as every AWS tool does. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly forcePathStyle?: boolean;
  /** Connections at once; 64 unless said. */
  readonly maxSockets?: number;
}

/** Some stores refuse a body that comes in pieces below 8 KiB. */
const requestStreamBufferSize = 65_536;

const say = (): void => undefined;
/** What the SDK would print comes as a fault in any case. */
const logger = { trace: say, debug: say, info: say, warn: say, error: say };

/** A client that tries as often as told: once for what must not be repeated unseen. */
export const openClient = (
  { endpoint, region, credentials, forcePathStyle = false, maxSockets = 64 }: S3Settings,
  maxAttempts: number,
): S3Client =>
  new S3Client({
    region,
    forcePathStyle,
    maxAttempts,
    requestStreamBufferSize,
    logger,
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 120_000, httpAgent: { maxSockets, keepAlive: true } },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });

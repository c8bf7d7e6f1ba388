import { S3Client } from '@aws-sdk/client-s3';
import type { S3ByteStoreSettings } from '../../../infra/s3/byte-store.js';
import { service } from '../services.js';

/** Where an S3 server is and who may use it. */
export interface S3Server {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The server that a variable names; null where there is none. */
export const s3ServerAt = (variable: string, name: string): S3Server | null => {
  const told = service(variable, name);
  return told === null ? null : (JSON.parse(told) as S3Server);
};

export const settingsOf = ({ accessKeyId, secretAccessKey, endpoint, region }: S3Server): S3ByteStoreSettings => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
});

const say = (): void => undefined;
const logger = { trace: say, debug: say, info: say, warn: say, error: say };

/** A plain client, to look at a server past the adapter. */
export const plainClient = (server: S3Server): S3Client =>
  new S3Client({ ...settingsOf(server), logger, requestStreamBufferSize: 65_536 });

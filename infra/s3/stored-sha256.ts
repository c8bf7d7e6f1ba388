import { createHash } from 'node:crypto';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectAddress } from '../../formats/bytes.js';
import { openBody } from './get.js';
import { objectInfo } from './object-info.js';

/** The SHA-256 of what a store holds: as it tells it when asked, else by reading the object once. */
export const storedSha256 = async (client: S3Client, at: ObjectAddress, etag: string): Promise<string> => {
  const head = new HeadObjectCommand({ Bucket: at.bucket, Key: at.key, IfMatch: etag, ChecksumMode: 'ENABLED' });
  return objectInfo(at, await client.send(head)).sha256 ?? (await readSha256(client, at, etag));
};

/** Reads an object once, as it stands under that entity tag, and digests it. */
export const readSha256 = async (client: S3Client, at: ObjectAddress, etag: string): Promise<string> => {
  const { stream } = await openBody(client, at, { etag });
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest('hex');
};

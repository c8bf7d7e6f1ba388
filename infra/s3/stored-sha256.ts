import { createHash } from 'node:crypto';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectAddress, Stored } from '../../formats/bytes.js';
import { openBody } from './get.js';
import { objectInfo } from './object-info.js';

/** The SHA-256 of what a store holds: as it tells it when asked, else by reading the object once. */
export const storedSha256 = async (client: S3Client, at: ObjectAddress, etag: string): Promise<string> => {
  const head = new HeadObjectCommand({ Bucket: at.bucket, Key: at.key, IfMatch: etag, ChecksumMode: 'ENABLED' });
  return objectInfo(at, await client.send(head)).sha256 ?? (await storedBytes(client, at, etag)).sha256;
};

/** Reads an object once, as it stands under that entity tag: its digest and its size. */
export const storedBytes = async (
  client: S3Client,
  at: ObjectAddress,
  etag: string,
): Promise<Pick<Stored, 'sha256' | 'size'>> => {
  const { stream } = await openBody(client, at, { etag });
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of stream) {
    hash.update(piece as Buffer);
    size += (piece as Buffer).length;
  }
  return { sha256: hash.digest('hex'), size };
};

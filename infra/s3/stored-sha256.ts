import { createHash } from 'node:crypto';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectAddress, PutResult } from '../../formats/bytes.js';
import { openBody } from './get.js';
import { objectInfo } from './object-info.js';

interface ReadOptions {
  /** What is read has this entity tag. */
  readonly etag: string;
  /** Told of every piece that is read. */
  readonly onMoved?: (bytes: number) => void;
}

/** The SHA-256 of what a store holds: as it tells it when asked, else by reading the object once. */
export const storedSha256 = async (client: S3Client, at: ObjectAddress, reading: ReadOptions): Promise<string> => {
  const asked = { Bucket: at.bucket, Key: at.key, IfMatch: reading.etag, ChecksumMode: 'ENABLED' } as const;
  const head = await client.send(new HeadObjectCommand(asked));
  return objectInfo(at, head).sha256 ?? (await storedBytes(client, at, reading)).sha256;
};

/** Reads an object once, as it stands under that entity tag: its digest and its size. */
export const storedBytes = async (
  client: S3Client,
  at: ObjectAddress,
  { etag, onMoved }: ReadOptions,
): Promise<Pick<PutResult, 'sha256' | 'size'>> => {
  const { stream } = await openBody(client, at, { etag });
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of stream) {
    hash.update(piece as Buffer);
    size += (piece as Buffer).length;
    onMoved?.((piece as Buffer).length);
  }
  return { sha256: hash.digest('hex'), size };
};

import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { ByteStoreFault } from '../../formats/bytes.js';
import type { ByteStore, ObjectAddress, PutOptions, Stored } from '../../formats/bytes.js';
import { headObject } from './head.js';

interface UnansweredPut {
  readonly at: ObjectAddress;
  readonly body: Parameters<ByteStore['put']>[1];
  readonly size: number;
  /** Of the body; undefined when it was not said. */
  readonly sha256: string | undefined;
  readonly onlyIf: NonNullable<PutOptions['onlyIf']>;
}

/**
 * What became of a conditional put that got no answer. Some stores close the connection on a large body that they
 * refuse, so that the refusal is never read: the object tells. Throws the unknown outcome where it does not.
 */
export const whatBecame = async (client: S3Client, put: UnansweredPut, unknown: ByteStoreFault): Promise<Stored> => {
  const there = await headObject(client, put.at).catch(() => {
    throw unknown;
  });
  const sha256 = put.sha256 ?? (put.body instanceof Uint8Array ? digestOf(put.body) : null);
  if (there !== null && there.sha256 === sha256 && there.sha256 !== null)
    return { etag: there.etag, sha256: there.sha256, size: put.size };
  const etag = there?.etag ?? null;
  const holdsStill = etag === (put.onlyIf === 'absent' ? null : put.onlyIf.etag);
  // Without both digests, what is there may be this very body.
  if (holdsStill || sha256 === null || (there !== null && there.sha256 === null)) throw unknown;
  const { bucket, key } = put.at;
  throw new ByteStoreFault('precondition-failed', `${bucket}/${key} is neither what was put nor what it was put over`, {
    cause: unknown,
  });
};

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

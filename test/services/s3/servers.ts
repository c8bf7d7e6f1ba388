import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { probeStore } from '../../../infra/s3/probing/probe.js';
import type { ByteStoreUnderTest } from '../../contracts/byte-store/store-in-test.js';
import { plainClient, s3ServerAt, settingsOf, type S3Server } from '../../support/s3/s3-server.js';
import { keysIn } from '../../support/s3/keys-in.js';

/** A server by its name, and what is peculiar to it. */
export interface NamedServer {
  readonly name: string;
  /** Null where there is none. */
  readonly at: S3Server | null;
  readonly nested: ByteStoreUnderTest['nested'];
  /** Whether the answer of a copy carries its SHA-256. */
  readonly sha256OfCopies: boolean;
  /** Whether it refuses headers of a presigned request that were not signed. */
  readonly bindsPresigned: boolean;
}

/** Every real server that there may be: they differ where it hurts. */
export const servers = (): readonly NamedServer[] => [
  {
    name: 'versitygw',
    at: s3ServerAt('MUNIMENT_TEST_S3_VERSITYGW', 'versitygw'),
    nested: 'refused',
    sha256OfCopies: true,
    bindsPresigned: true,
  },
  {
    name: 'MinIO',
    at: s3ServerAt('MUNIMENT_TEST_S3_MINIO', 'MinIO'),
    nested: 'unlisted',
    sha256OfCopies: false,
    bindsPresigned: false,
  },
];

/** Two buckets of this run, which hold nothing yet. */
export const newBuckets = async (client: S3Client): Promise<readonly [string, string]> => {
  const names = [`test-${randomUUID()}`, `test-${randomUUID()}`] as const;
  for (const Bucket of names) await client.send(new CreateBucketCommand({ Bucket }));
  return names;
};

/** Removes buckets of a run with all that is in them. */
export const removeBuckets = async (server: S3Server, buckets: readonly string[]): Promise<void> => {
  const client = plainClient(server);
  const store = openS3ByteStore(settingsOf(server));
  for (const bucket of buckets) {
    const keys = await keysIn(store, bucket);
    await store.delete(bucket, keys);
    await store.abortUploads(await store.listUploads(bucket, ''));
    // Where a listing leaves keys out, the bucket cannot be emptied.
    await client.send(new DeleteBucketCommand({ Bucket: bucket })).catch(() => undefined);
  }
  store.close();
  client.destroy();
};

/** A server as the contract suite wants it. */
export const underTest = async (at: S3Server, nested: NamedServer['nested']): Promise<ByteStoreUnderTest> => {
  const client = plainClient(at);
  const [bucket, other] = await newBuckets(client);
  const abilities = await probeStore(settingsOf(at), { bucket, prefix: 'probe/' });
  const store = openS3ByteStore({ ...settingsOf(at), abilities });
  return {
    store,
    bucket,
    other,
    anyKey: abilities.keys === 'any',
    nested,
    conditionalCopies: abilities.conditionalCopies,
    async beginUpload({ bucket: Bucket, key: Key }) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: Buffer.from('a part') }));
    },
    async uploads(Bucket) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key = '' }) => Key);
    },
    async close() {
      await removeBuckets(at, [bucket, other]);
      store.close();
      client.destroy();
    },
  };
};

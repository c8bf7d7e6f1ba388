import {
  DeleteBucketPolicyCommand,
  GetBucketPolicyCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectRight } from '../config/rights/rights.js';
import { addressing, type S3Settings } from './client.js';
import { withFaults } from './fault.js';

/** What a user may do with the objects below a prefix of a bucket; rights on the whole bucket stand at the prefix ''. */
export interface BucketRight {
  readonly bucket: string;
  readonly prefix: string;
  readonly rights: readonly ObjectRight[];
}

/** A statement of a policy. */
export interface PolicyStatement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Principal: { readonly AWS: readonly string[] };
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
}

const ON_BUCKET: Readonly<Partial<Record<ObjectRight, string>>> = {
  list: 's3:ListBucket',
  uploads: 's3:ListBucketMultipartUploads',
};
const ON_OBJECTS: Readonly<Partial<Record<ObjectRight, readonly string[]>>> = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
  delete: ['s3:DeleteObject'],
};

const arn = (path: string): string => `arn:aws:s3:::${path}`;

/** What the names of our statements begin with. */
const OURS = 'Muniment';

interface Granted {
  readonly Action: readonly string[];
  readonly Resource: string;
}

/** What rights are in the words of a policy. */
const grantedBy = ({ bucket, prefix, rights }: BucketRight): readonly Granted[] => {
  const onBucket = rights.flatMap((right) => ON_BUCKET[right] ?? []);
  const onObjects = rights.flatMap((right) => ON_OBJECTS[right] ?? []);
  return [
    ...(onBucket.length === 0 ? [] : [{ Action: onBucket, Resource: arn(bucket) }]),
    ...(onObjects.length === 0 ? [] : [{ Action: onObjects, Resource: arn(`${bucket}/${prefix}*`) }]),
  ];
};

/** A user by the name that policies of this store give it, and its rights. */
export interface BucketUser {
  readonly principal: string;
  readonly rights: readonly BucketRight[];
}

/**
 * The statements of the policy of a bucket, one for all users who may do the same: stores take a few kilobytes only, and a
 * versitygw on most file systems less than four.
 */
export const policyStatements = (bucket: string, users: readonly BucketUser[]): readonly PolicyStatement[] => {
  const holders = new Map<string, string[]>();
  for (const { principal, rights } of users)
    for (const granted of rights.filter((each) => each.bucket === bucket).flatMap(grantedBy)) {
      const key = JSON.stringify(granted);
      const known = holders.get(key) ?? [];
      if (!known.includes(principal)) holders.set(key, [...known, principal]);
    }
  return [...holders].map(([key, AWS], index) => {
    const { Action, Resource } = JSON.parse(key) as Granted;
    return { Sid: `${OURS}${index + 1}`, Effect: 'Allow', Principal: { AWS }, Action, Resource: [Resource] };
  });
};

interface Policy {
  readonly Version: string;
  readonly Statement: readonly { readonly Sid?: string }[];
}

const policyOf = async (client: S3Client, bucket: string): Promise<Policy> => {
  try {
    const { Policy: text = '' } = await client.send(new GetBucketPolicyCommand({ Bucket: bucket }));
    return JSON.parse(text) as Policy;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchBucketPolicy') return { Version: '2012-10-17', Statement: [] };
    throw error;
  }
};

/**
 * Gives the users these rights by the policies of the buckets, which must be there, and so must the users. Statements that
 * are not of this platform stay. Answers the buckets whose policy was changed. Rejects with ByteStoreFault.
 */
export const grantOnBuckets = (
  settings: Pick<S3Settings, 'endpoint' | 'region' | 'credentials' | 'forcePathStyle'>,
  buckets: readonly string[],
  users: readonly BucketUser[],
): Promise<readonly string[]> =>
  withFaults('read', async () => {
    const client = new S3Client(addressing(settings));
    const changed: string[] = [];
    try {
      for (const bucket of buckets) {
        const there = await policyOf(client, bucket);
        const others = there.Statement.filter(({ Sid }) => Sid?.startsWith(OURS) !== true);
        const Statement = [...others, ...policyStatements(bucket, users)];
        if (JSON.stringify(there.Statement) === JSON.stringify(Statement)) continue;
        const Policy = JSON.stringify({ Version: there.Version, Statement });
        if (Statement.length === 0) await client.send(new DeleteBucketPolicyCommand({ Bucket: bucket }));
        else await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
        changed.push(bucket);
      }
      return changed;
    } finally {
      client.destroy();
    }
  });

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { refusal, type S3Harness } from '../../../../../support/s3/s3-harness.js';
import { PREFIX, Bucket, scopedEndpoint, uploadOf } from './scoped-endpoint.js';

describe('S3 endpoint: credentials for one prefix and a limited time', () => {
  const endpoint = scopedEndpoint();
  let harness: S3Harness;
  let client: S3Client;
  before(() => ({ harness, client } = endpoint));

  const other = { Bucket, Key: 'deposits/other/a' };
  const refused: readonly (readonly [what: string, () => Promise<unknown>])[] = [
    ['read an object outside', () => client.send(new GetObjectCommand(other))],
    [
      'read one whose prefix begins alike',
      () => client.send(new GetObjectCommand({ Bucket, Key: 'deposits/mine2/a' })),
    ],
    [
      'read the attributes',
      () => client.send(new GetObjectAttributesCommand({ ...other, ObjectAttributes: ['ETag'] })),
    ],
    ['read the tags', () => client.send(new GetObjectTaggingCommand(other))],
    ['learn whether one is there', () => client.send(new HeadObjectCommand(other))],
    ['put', () => client.send(new PutObjectCommand({ ...other, Body: 'x' }))],
    ['put at the root', () => client.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' }))],
    ['put above', () => client.send(new PutObjectCommand({ Bucket, Key: 'deposits/mine', Body: 'x' }))],
    ['put into another bucket', () => client.send(new PutObjectCommand({ Bucket: 'repository', Key: `${PREFIX}a` }))],
    ['delete', () => client.send(new DeleteObjectCommand(other))],
    ['list the bucket', () => client.send(new ListObjectsV2Command({ Bucket }))],
    ['list the bucket in the old way', () => client.send(new ListObjectsCommand({ Bucket }))],
    ['list another prefix', () => client.send(new ListObjectsV2Command({ Bucket, Prefix: 'deposits/other/' }))],
    ['list a shorter prefix', () => client.send(new ListObjectsV2Command({ Bucket, Prefix: 'deposits/mine' }))],
    ['list another bucket', () => client.send(new ListObjectsV2Command({ Bucket: 'repository', Prefix: PREFIX }))],
    ['list the buckets', () => client.send(new ListBucketsCommand({}))],
    ['look at another bucket', () => client.send(new HeadBucketCommand({ Bucket: 'repository' }))],
    ['list all uploads', () => client.send(new ListMultipartUploadsCommand({ Bucket }))],
    ['begin an upload outside', () => client.send(new CreateMultipartUploadCommand(other))],
    [
      'copy from outside',
      () => client.send(new CopyObjectCommand({ Bucket, Key: `${PREFIX}b`, CopySource: 'workspace/deposits/other/a' })),
    ],
    [
      'copy to outside',
      () => client.send(new CopyObjectCommand({ Bucket, Key: 'deposits/other/b', CopySource: `${Bucket}/${PREFIX}a` })),
    ],
    [
      'copy a part from outside',
      async () => {
        const Key = `${PREFIX}parts`;
        const UploadId = await uploadOf(harness, Key);
        const CopySource = 'workspace/deposits/other/a';
        return client.send(new UploadPartCopyCommand({ Bucket, Key, UploadId, PartNumber: 1, CopySource }));
      },
    ],
    [
      'add a part to an upload outside',
      async () =>
        client.send(
          new UploadPartCommand({ ...other, UploadId: await uploadOf(harness, other.Key), PartNumber: 1, Body: 'x' }),
        ),
    ],
    [
      'complete an upload outside',
      async () =>
        client.send(new CompleteMultipartUploadCommand({ ...other, UploadId: await uploadOf(harness, other.Key) })),
    ],
    [
      'end an upload outside',
      async () =>
        client.send(new AbortMultipartUploadCommand({ ...other, UploadId: await uploadOf(harness, other.Key) })),
    ],
    [
      'list the parts of an upload outside',
      async () => client.send(new ListPartsCommand({ ...other, UploadId: await uploadOf(harness, other.Key) })),
    ],
  ];
  for (const [what, call] of refused)
    it(`may not ${what}`, async () => {
      expect((await refusal(call())).status).to.equal(403);
      expect(await harness.engine.head({ bucket: Bucket, key: 'deposits/other/a' })).not.to.equal(null);
    });

  it('may not use the id of an upload outside under a key below it', async () => {
    const UploadId = await uploadOf(harness, 'deposits/other/upload');
    const at = { Bucket, Key: `${PREFIX}upload`, UploadId };
    const calls = [
      client.send(new UploadPartCommand({ ...at, PartNumber: 1, Body: 'x' })),
      client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts: [] } })),
      client.send(new AbortMultipartUploadCommand(at)),
      client.send(new ListPartsCommand(at)),
    ];
    for (const { name } of await Promise.all(calls.map(refusal))) expect(name).to.equal('NoSuchUpload');
  });
});

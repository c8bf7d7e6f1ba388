import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import type { S3Harness } from '../../../../../support/s3/s3-harness.js';
import { PREFIX, Bucket, scopedEndpoint } from './scoped-endpoint.js';

describe('S3 endpoint: credentials for one prefix and a limited time', () => {
  const endpoint = scopedEndpoint();
  let harness: S3Harness;
  let client: S3Client;
  before(() => ({ harness, client } = endpoint));

  it('list, put, head, get, copy and delete below it', async () => {
    const Key = `${PREFIX}objects/b`;
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'bytes' }));
    await client.send(new CopyObjectCommand({ Bucket, Key: `${Key}2`, CopySource: `${Bucket}/${Key}` }));
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: `${Key}2` }))).to.include({ ContentLength: 5 });
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(await Body!.transformToString()).to.equal('bytes');
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: PREFIX }));
    expect(Contents!.map((each) => each.Key)).to.deep.equal([`${PREFIX}a`, Key, `${Key}2`]);
    await client.send(new DeleteObjectCommand({ Bucket, Key: `${Key}2` }));
    const Objects = [{ Key }];
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted).to.deep.equal(Objects);
  });

  it('upload in parts below it, also by copying', async () => {
    const Key = `${PREFIX}objects/parts`;
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const part = { Bucket, Key, UploadId, PartNumber: 1 };
    await client.send(new UploadPartCommand({ ...part, Body: 'x' }));
    const { CopyPartResult } = await client.send(
      new UploadPartCopyCommand({ ...part, CopySource: `${Bucket}/${PREFIX}a` }),
    );
    expect((await client.send(new ListPartsCommand({ Bucket, Key, UploadId }))).Parts).to.have.length(1);
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: PREFIX }));
    expect(Uploads!.map((each) => each.UploadId)).to.deep.equal([UploadId]);
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: CopyPartResult!.ETag }] };
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(await Body!.transformToString()).to.equal(`${PREFIX}a`);
  });

  it('may ask for the bucket and its place, as tools do before they begin', async () => {
    await client.send(new HeadBucketCommand({ Bucket }));
    await client.send(new GetBucketLocationCommand({ Bucket }));
  });

  it('delete only what lies below it of the keys that one request names', async () => {
    const Objects = ['deposits/mine/a', 'deposits/other/a', 'root'].map((Key) => ({ Key }));
    const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Deleted).to.deep.equal([{ Key: 'deposits/mine/a' }]);
    expect(Errors!.map(({ Key, Code }) => [Key, Code])).to.deep.equal([
      ['deposits/other/a', 'AccessDenied'],
      ['root', 'AccessDenied'],
    ]);
    expect(await harness.engine.head({ bucket: Bucket, key: 'root' })).not.to.equal(null);
  });

  it('list nothing outside, wherever the page is to begin', async () => {
    for (const StartAfter of ['', 'deposits/a', 'root', 'deposits/mine/'])
      for (const Delimiter of [undefined, '/']) {
        const asked = { Bucket, Prefix: PREFIX, StartAfter, ...(Delimiter === undefined ? {} : { Delimiter }) };
        const { Contents = [], CommonPrefixes = [] } = await client.send(new ListObjectsV2Command(asked));
        const shown = [...Contents.map(({ Key }) => Key), ...CommonPrefixes.map(({ Prefix }) => Prefix)];
        expect(shown.filter((each) => !each!.startsWith(PREFIX))).to.deep.equal([]);
      }
  });
});

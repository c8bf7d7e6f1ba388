import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketAclCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectAclCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { openS3Harness, reader, refusal } from '../../../../support/s3/s3-harness.js';
import { openedOnce } from '../../../../support/platform/opened.js';

describe('S3 endpoint: buckets and what credentials open', () => {
  const harness = openedOnce(openS3Harness);
  let client: S3Client;
  const Bucket = 'workspace';
  before(() => (client = harness.client()));

  it('lists the buckets there are', async () => {
    const { Buckets } = await client.send(new ListBucketsCommand({}));
    expect(Buckets!.map(({ Name }) => Name)).to.deep.equal(['workspace', 'repository']);
  });

  it('knows each, where it lies, and that it keeps no versions', async () => {
    expect(await client.send(new HeadBucketCommand({ Bucket }))).to.include({ BucketRegion: 'us-east-1' });
    expect(await client.send(new GetBucketLocationCommand({ Bucket }))).not.to.have.property('LocationConstraint');
    expect(await client.send(new GetBucketVersioningCommand({ Bucket }))).not.to.have.property('Status');
    const missing = client.send(new HeadBucketCommand({ Bucket: 'no-such-bucket' }));
    expect((await refusal(missing)).status).to.equal(404);
  });

  it('says that it is in the region that it is set to, to clients of any region', async () => {
    const elsewhere = await openS3Harness({ region: 'eu-west-2' });
    try {
      for (const region of ['eu-west-2', 'us-east-1', 'auto']) {
        const one = elsewhere.client({ region });
        expect(await one.send(new HeadBucketCommand({ Bucket })), region).to.include({ BucketRegion: 'eu-west-2' });
        const place = await one.send(new GetBucketLocationCommand({ Bucket }));
        expect(place, region).to.include({ LocationConstraint: 'eu-west-2' });
      }
    } finally {
      await elsewhere.close();
    }
  });

  it('makes and removes none', async () => {
    const make = (name: string) => refusal(client.send(new CreateBucketCommand({ Bucket: name })));
    expect(await make(Bucket)).to.deep.equal({ name: 'BucketAlreadyOwnedByYou', status: 409 });
    expect(await make('another')).to.deep.equal({ name: 'AccessDenied', status: 403 });
    const remove = client.send(new DeleteBucketCommand({ Bucket }));
    expect(await refusal(remove)).to.deep.equal({ name: 'AccessDenied', status: 403 });
  });

  it('says of what it does not offer that it does not', async () => {
    const notImplemented = { name: 'NotImplemented', status: 501 };
    expect(await refusal(client.send(new GetBucketAclCommand({ Bucket })))).to.deep.equal(notImplemented);
    expect(await refusal(client.send(new GetObjectAclCommand({ Bucket, Key: 'k' })))).to.deep.equal(notImplemented);
  });

  it('lets a reader read and nothing else', async () => {
    const reading = harness.client({ credentials: reader });
    const denied = { name: 'AccessDenied', status: 403 };
    await client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }));
    const { Body } = await reading.send(new GetObjectCommand({ Bucket, Key: 'k' }));
    expect(await Body!.transformToString()).to.equal('x');
    expect((await reading.send(new ListObjectsV2Command({ Bucket }))).KeyCount).to.equal(1);
    const Delete = { Objects: [{ Key: 'k' }] };
    expect(await refusal(reading.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'y' })))).to.deep.equal(denied);
    expect(await refusal(reading.send(new DeleteObjectCommand({ Bucket, Key: 'k' })))).to.deep.equal(denied);
    expect(await refusal(reading.send(new DeleteObjectsCommand({ Bucket, Delete })))).to.deep.equal(denied);
    expect(await harness.engine.head({ bucket: Bucket, key: 'k' })).to.include({ size: 1 });
  });

  it('shows and opens only the buckets that the credentials may read', async () => {
    const narrow = await openS3Harness({
      credentials: [{ ...reader, may: (_, bucket) => bucket === 'repository' }],
    });
    try {
      const other = narrow.client({ credentials: reader });
      const { Buckets } = await other.send(new ListBucketsCommand({}));
      expect(Buckets!.map(({ Name }) => Name)).to.deep.equal(['repository']);
      expect((await refusal(other.send(new ListObjectsV2Command({ Bucket })))).name).to.equal('AccessDenied');
      expect((await refusal(other.send(new GetObjectCommand({ Bucket, Key: 'k' })))).name).to.equal('AccessDenied');
    } finally {
      await narrow.close();
    }
  });

  it('refuses, in a bucket of plain files, keys that are no file paths', async () => {
    for (const Key of ['../../escape', 'a//b', 'folder/', 'x'.repeat(300)]) {
      const put = client.send(new PutObjectCommand({ Bucket: 'repository', Key, Body: 'x' }));
      expect(await refusal(put), Key).to.deep.equal({ name: 'XKeyRefused', status: 400 });
    }
  });
});

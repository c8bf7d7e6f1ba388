import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { CopyObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { openS3Harness, reader, refusal } from '../../../../support/s3/s3-harness.js';
import { openedOnce } from '../../../../support/platform/opened.js';

const bytes = randomBytes(50_000);
const sha256 = createHash('sha256').update(bytes).digest('base64');

describe("S3 endpoint: copies, with the SDK's defaults", () => {
  const harness = openedOnce(openS3Harness);
  let client: S3Client;
  let source: string;
  let etag: string;
  let Key: string;
  const Bucket = 'workspace';
  before(() => (client = harness.client()));
  beforeEach(async () => {
    source = randomUUID();
    Key = randomUUID();
    const put = { Bucket, Key: source, Body: bytes, ContentType: 'text/csv', CacheControl: 'no-store' };
    etag = (await client.send(new PutObjectCommand({ ...put, Metadata: { one: '1' } }))).ETag!;
  });

  const copy = (more: Partial<CopyObjectCommandInput> = {}) =>
    client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${source}`, ...more }));
  const head = () => client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
  const expectRefused = async (call: Promise<unknown>, status: number, name: string): Promise<void> => {
    expect(await refusal(call)).to.deep.equal({ name, status });
    expect(await harness.engine.head({ bucket: Bucket, key: Key })).to.equal(null);
  };

  it('are byte for byte, with type, headers, metadata and the kind of checksum', async () => {
    const { CopyObjectResult } = await copy();
    expect(CopyObjectResult).to.include({ ETag: etag, ChecksumType: 'FULL_OBJECT' });
    const told = await head();
    expect(told).to.include({ ContentType: 'text/csv', CacheControl: 'no-store', ETag: etag });
    expect(told.Metadata).to.deep.equal({ one: '1' });
    expect(told.ChecksumCRC32).to.equal(CopyObjectResult!.ChecksumCRC32).and.to.be.a('string');
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(Buffer.from(await Body!.transformToByteArray()).equals(bytes)).to.equal(true);
  });

  it('answer with the SHA-256 they were asked for', async () => {
    const { CopyObjectResult } = await copy({ ChecksumAlgorithm: 'SHA256' });
    expect(CopyObjectResult).to.include({ ChecksumSHA256: sha256 });
    expect(await head())
      .to.include({ ChecksumSHA256: sha256 })
      .and.not.to.have.property('ChecksumCRC32');
  });

  it('say other things of themselves where told to', async () => {
    await copy({ MetadataDirective: 'REPLACE', ContentType: 'text/plain', Metadata: { two: '2' } });
    const told = await head();
    expect(told).to.include({ ContentType: 'text/plain' }).and.not.to.have.property('CacheControl');
    expect(told.Metadata).to.deep.equal({ two: '2' });
  });

  it('go to and from a bucket of plain files', async () => {
    await client.send(new CopyObjectCommand({ Bucket: 'repository', Key, CopySource: `${Bucket}/${source}` }));
    source = Key;
    Key = randomUUID();
    await copy({ CopySource: `/repository/${source}?versionId=null` });
    expect((await head()).ETag).to.equal(etag);
  });

  it('of an object onto itself must change something', async () => {
    Key = source;
    expect(await refusal(copy())).to.deep.equal({ name: 'InvalidRequest', status: 400 });
    await copy({ MetadataDirective: 'REPLACE', Metadata: { two: '2' } });
    await copy({ ChecksumAlgorithm: 'SHA256' });
    expect(await head()).to.deep.include({ ChecksumSHA256: sha256, Metadata: { two: '2' } });
  });

  it('hold their source to its entity tag and its time', async () => {
    const before = new Date(Date.now() - 86_400_000);
    const failed = [412, 'PreconditionFailed'] as const;
    await expectRefused(copy({ CopySourceIfMatch: '"other"' }), ...failed);
    await expectRefused(copy({ CopySourceIfNoneMatch: etag }), ...failed);
    await expectRefused(copy({ CopySourceIfUnmodifiedSince: before }), ...failed);
    await expectRefused(copy({ CopySourceIfModifiedSince: new Date(Date.now() + 86_400_000) }), ...failed);
    await copy({ CopySourceIfMatch: etag, CopySourceIfUnmodifiedSince: before });
    await copy({ CopySourceIfNoneMatch: '"other"', CopySourceIfModifiedSince: before });
  });

  it('replace only what they may', async () => {
    await copy({ IfNoneMatch: '*' });
    expect(await refusal(copy({ IfNoneMatch: '*' }))).to.deep.equal({ name: 'PreconditionFailed', status: 412 });
    expect(await refusal(copy({ IfMatch: '"other"' }))).to.deep.equal({ name: 'PreconditionFailed', status: 412 });
    await copy({ IfMatch: etag, ChecksumAlgorithm: 'SHA256' });
    expect(await head()).to.include({ ChecksumSHA256: sha256, ContentType: 'text/csv' });
  });

  it('find their source also where the slash behind its bucket is escaped', async () => {
    for (const CopySource of [`${Bucket}%2F${source}`, `%2F${Bucket}%2f${source}`, `/${Bucket}/${source}`]) {
      expect((await copy({ CopySource })).CopyObjectResult).to.include({ ETag: etag });
    }
    const key = 'a folder/100%25 é';
    await client.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes }));
    const result = await copy({ CopySource: encodeURIComponent(`${Bucket}/${key}`) });
    expect(result.CopyObjectResult).to.include({ ETag: etag });
  });

  it('of what is not there, or is no source, are refused', async () => {
    await expectRefused(copy({ CopySource: `${Bucket}/missing` }), 404, 'NoSuchKey');
    await expectRefused(copy({ CopySource: 'no-such-bucket/k' }), 404, 'NoSuchBucket');
    await expectRefused(copy({ CopySource: 'no-key' }), 400, 'InvalidArgument');
    await expectRefused(copy({ CopySource: `${Bucket}/%ff` }), 400, 'InvalidURI');
    await expectRefused(copy({ CopySource: `${Bucket}/${source}?versionId=7` }), 404, 'NoSuchVersion');
    await expectRefused(copy({ MetadataDirective: 'MERGE' as 'COPY' }), 400, 'InvalidArgument');
    await expectRefused(copy({ ChecksumAlgorithm: 'MD4' as 'SHA1' }), 400, 'InvalidRequest');
  });

  it('need the right to read their source and to write their target', async () => {
    const narrow = await openS3Harness({
      credentials: [{ ...reader, may: (access, bucket) => access === 'write' || bucket === 'repository' }],
    });
    try {
      const other = narrow.client({ credentials: reader });
      await other.send(new PutObjectCommand({ Bucket, Key, Body: bytes }));
      const denied = new CopyObjectCommand({ Bucket: 'repository', Key, CopySource: `${Bucket}/${Key}` });
      expect(await refusal(other.send(denied))).to.deep.equal({ name: 'AccessDenied', status: 403 });
    } finally {
      await narrow.close();
    }
  });
});

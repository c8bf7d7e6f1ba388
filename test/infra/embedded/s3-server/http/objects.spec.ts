import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { ChecksumAlgorithm, GetObjectCommandInput, PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { streamingDigest } from '../../../../../infra/embedded/s3-server/checksums/streaming-digests.js';
import { expectRefused, openS3Harness, owner, refusal } from '../../../../support/s3/s3-harness.js';
import type { S3Harness } from '../../../../support/s3/s3-harness.js';
import { presigned } from '../../../../support/s3/sigv4-signer.js';
import { openedOnce } from '../../../../support/platform/opened.js';

const algorithms = ['SHA256', 'SHA1', 'CRC32', 'CRC32C', 'CRC64NVME'] as const;
const bytes = randomBytes(100_052);
const digest = (algorithm: (typeof algorithms)[number] | 'MD5', of: Buffer): string => {
  const it = streamingDigest(algorithm);
  it.update(of);
  return it.digest().toString('base64');
};
const streamed = (of: Buffer): Pick<PutObjectCommandInput, 'Body' | 'ContentLength'> => ({
  Body: Readable.from([of.subarray(0, 10), of.subarray(10, 70_000), of.subarray(70_000)]),
  ContentLength: of.length,
});

describe("S3 endpoint: objects, with the SDK's defaults", () => {
  const harness = openedOnce(openS3Harness);
  let client: S3Client;
  let Key: string;
  const Bucket = 'workspace';
  before(() => (client = harness.client()));
  beforeEach(() => (Key = randomUUID()));

  const put = (more: Partial<PutObjectCommandInput> = {}) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ...more }));
  const head = () => client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
  const get = async (more: Partial<GetObjectCommandInput> = {}) => {
    const { Body, ...told } = await client.send(new GetObjectCommand({ Bucket, Key, ...more }));
    return { ...told, bytes: Buffer.from(await Body!.transformToByteArray()) };
  };
  const expectNothing = async (): Promise<void> => {
    expect(await harness.engine.head({ bucket: Bucket, key: Key })).to.equal(null);
  };

  describe('putting', () => {
    it('stores exactly the bytes of a buffer, and of a stream with its trailer', async () => {
      await put();
      expect((await get()).bytes.equals(bytes)).to.equal(true);
      await put(streamed(bytes));
      expect((await get()).bytes.equals(bytes)).to.equal(true);
    });

    it('answers with the MD5 as the ETag', async () => {
      expect((await put()).ETag).to.equal(`"${createHash('md5').update(bytes).digest('hex')}"`);
    });

    it('stores nothing but a name for zero bytes', async () => {
      await put({ Body: '' });
      expect((await get()).bytes).to.have.length(0);
      expect((await head()).ContentLength).to.equal(0);
    });

    for (const algorithm of algorithms) {
      for (const kind of ['from memory', 'as a stream'] as const) {
        it(`checks, keeps and tells a ${algorithm} of a body ${kind}`, async () => {
          const field = `Checksum${algorithm}` as const;
          const body = kind === 'as a stream' ? streamed(bytes) : {};
          const told = await put({ ...body, ChecksumAlgorithm: algorithm as ChecksumAlgorithm });
          expect(told).to.include({ [field]: digest(algorithm, bytes), ChecksumType: 'FULL_OBJECT' });
          expect(await head()).to.include({ [field]: digest(algorithm, bytes), ChecksumType: 'FULL_OBJECT' });
          expect(await get()).to.include({ [field]: digest(algorithm, bytes) });
        });
      }

      it(`refuses a wrong ${algorithm} and stores nothing`, async () => {
        const wrong = { [`Checksum${algorithm}`]: digest(algorithm, Buffer.from('other')) };
        await expectRefused(put(wrong), 400, 'BadDigest');
        await expectRefused(put({ ...streamed(bytes), ...wrong }), 400, 'BadDigest');
        await expectNothing();
      });

      it(`refuses a ${algorithm} that is no base64 of its length`, async () => {
        await expectRefused(put({ [`Checksum${algorithm}`]: 'AAA' }), 400, 'InvalidRequest');
      });
    }

    it('tells no checksum where none was sent', async () => {
      const plain = harness.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
      await plain.send(new PutObjectCommand({ Bucket, Key, Body: bytes }));
      const told = await head();
      for (const algorithm of algorithms) expect(told).not.to.have.property(`Checksum${algorithm}`);
    });

    it('tells checksums only where they are asked for', async () => {
      await put({ ChecksumAlgorithm: 'SHA256' });
      const quiet = harness.client({ responseChecksumValidation: 'WHEN_REQUIRED' });
      expect(await quiet.send(new HeadObjectCommand({ Bucket, Key }))).not.to.have.property('ChecksumSHA256');
    });

    it('checks Content-MD5', async () => {
      await put({ ContentMD5: digest('MD5', bytes) });
      Key = randomUUID();
      await expectRefused(put({ ContentMD5: digest('MD5', Buffer.from('other')) }), 400, 'BadDigest');
      await expectRefused(put({ ContentMD5: 'not-md5' }), 400, 'InvalidDigest');
      await expectNothing();
    });

    it('carries type, stored headers and metadata, none of them of the transfer', async () => {
      const given = {
        ContentType: 'text/xml; charset=utf-8',
        CacheControl: 'no-store',
        ContentDisposition: 'attachment; filename="a.xml"',
        ContentLanguage: 'cy',
        ContentEncoding: 'gzip',
      };
      await put({ ...streamed(bytes), ...given, Metadata: { 'x-one': '1', two: 'zwei' } });
      expect(await head()).to.deep.include({ ...given, Metadata: { 'x-one': '1', two: 'zwei' } });
      const { metadata } = (await harness.engine.head({ bucket: Bucket, key: Key }))!;
      expect(metadata).to.deep.equal({ 'x-one': '1', two: 'zwei' });
    });

    it('gives an object without a type the one S3 gives', async () => {
      const { status, headers } = await fetchHead(harness, Key);
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.equal('binary/octet-stream');
    });

    it('refuses more metadata than S3 takes', () =>
      expectRefused(put({ Metadata: { long: 'x'.repeat(2_045) } }), 400, 'MetadataTooLarge'));

    it('refuses what it does not offer instead of passing it over', async () => {
      await expectRefused(put({ ServerSideEncryption: 'AES256' }), 501, 'NotImplemented');
      await expectRefused(put({ Tagging: 'a=b' }), 501, 'NotImplemented');
      await expectRefused(put({ ACL: 'public-read' }), 501, 'NotImplemented');
      await expectRefused(put({ StorageClass: 'GLACIER' }), 400, 'InvalidStorageClass');
      await expectRefused(
        put({ ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: new Date() }),
        501,
        'NotImplemented',
      );
      await expectNothing();
      await put({ ACL: 'private', StorageClass: 'STANDARD' });
    });
  });

  describe('conditional putting', () => {
    it('creates only what is not there', async () => {
      await put({ IfNoneMatch: '*' });
      await expectRefused(put({ Body: 'x', IfNoneMatch: '*' }), 412, 'PreconditionFailed');
      expect((await get()).bytes.equals(bytes)).to.equal(true);
    });

    it('replaces only what it names', async () => {
      await expectRefused(put({ IfMatch: '"0"' }), 404, 'NoSuchKey');
      const { ETag } = await put();
      const second = await put({ Body: 'second', IfMatch: ETag });
      await expectRefused(put({ Body: 'third', IfMatch: ETag }), 412, 'PreconditionFailed');
      await put({ Body: 'third', IfMatch: second.ETag!.replaceAll('"', '') });
      expect((await get()).bytes.toString()).to.equal('third');
    });

    it('lets one of twenty rivals win', async () => {
      const rivals = Array.from({ length: 20 }, (_, index) => put({ Body: `rival ${index}`, IfNoneMatch: '*' }));
      const outcomes = await Promise.allSettled(rivals);
      const winners = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
      expect(winners).to.have.length(1);
      expect((await get()).bytes.toString()).to.equal(`rival ${winners[0]}`);
    });

    it('refuses conditions that S3 does not know on a put', async () => {
      await expectRefused(put({ IfNoneMatch: '"abc"' }), 501, 'NotImplemented');
      await expectRefused(put({ IfMatch: '*' }), 501, 'NotImplemented');
    });
  });

  describe('getting', () => {
    beforeEach(() => put({ ChecksumAlgorithm: 'SHA256' }));

    for (const [range, from, to] of [
      ['bytes=10-19', 10, 20],
      ['bytes=0-0', 0, 1],
      ['bytes=-5', -5, undefined],
      ['bytes=100000-', 100_000, undefined],
      ['bytes=100000-999999', 100_000, undefined],
      ['bytes=-999999', 0, undefined],
    ] as const) {
      it(`gives ${range} and no checksum of the whole`, async () => {
        const expected = bytes.subarray(from, to);
        const told = await get({ Range: range });
        expect(told.bytes.equals(expected)).to.equal(true);
        const start = bytes.length - bytes.subarray(from).length;
        const end = start + expected.length - 1;
        expect(told).to.include({
          ContentLength: expected.length,
          ContentRange: `bytes ${start}-${end}/${bytes.length}`,
        });
        expect(told.$metadata.httpStatusCode).to.equal(206);
        expect(told.ChecksumSHA256).to.equal(undefined);
      });
    }

    for (const range of ['bytes=100052-', 'bytes=-0']) {
      it(`refuses ${range}`, () => expectRefused(get({ Range: range }), 416, 'InvalidRange'));
    }

    for (const range of ['bytes=5-4', 'bytes=a-b', 'bytes=-', 'bytes=0-1,5-6', 'lines=1-2']) {
      it(`gives the whole for ${range}, which is no range it knows`, async () => {
        expect((await get({ Range: range })).bytes).to.have.length(bytes.length);
      });
    }

    it('judges If-Match and If-None-Match', async () => {
      const { ETag } = await head();
      expect((await get({ IfMatch: ETag })).bytes).to.have.length(bytes.length);
      expect((await get({ IfMatch: `"other", ${ETag}` })).bytes).to.have.length(bytes.length);
      await expectRefused(get({ IfMatch: '"other"' }), 412, 'PreconditionFailed');
      expect((await refusal(get({ IfNoneMatch: ETag }))).status).to.equal(304);
      expect((await refusal(get({ IfNoneMatch: '*' }))).status).to.equal(304);
      expect((await get({ IfNoneMatch: '"other"' })).bytes).to.have.length(bytes.length);
    });

    it('judges dates, which entity tags outweigh', async () => {
      const { LastModified, ETag } = await head();
      const [before, after] = [-1, 1].map((day) => new Date(LastModified!.getTime() + day * 86_400_000));
      expect((await refusal(get({ IfModifiedSince: LastModified }))).status).to.equal(304);
      expect((await get({ IfModifiedSince: before })).bytes).to.have.length(bytes.length);
      await expectRefused(get({ IfUnmodifiedSince: before }), 412, 'PreconditionFailed');
      expect((await get({ IfUnmodifiedSince: after, IfMatch: ETag })).bytes).to.have.length(bytes.length);
      expect((await get({ IfUnmodifiedSince: before, IfMatch: ETag })).bytes).to.have.length(bytes.length);
      expect((await get({ IfModifiedSince: after, IfNoneMatch: '"other"' })).bytes).to.have.length(bytes.length);
    });

    it('sends what depositors wrote so that a browser runs nothing of it', async () => {
      const path = presigned(owner, { method: 'GET', path: `/${Bucket}/${Key}`, host: `127.0.0.1:${harness.port}` });
      const { headers } = await fetch(harness.endpoint + path);
      expect(headers.get('content-security-policy')).to.match(/^sandbox; default-src 'none'/);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
    });

    it('gives a range only of the object that If-Range names, else the whole', async () => {
      const { ETag, LastModified } = await head();
      const resumed = async (ifRange: string): Promise<number> => {
        const path = presigned(owner, { method: 'GET', path: `/${Bucket}/${Key}`, host: `127.0.0.1:${harness.port}` });
        const headers = { range: 'bytes=10-19', 'if-range': ifRange };
        return (await (await fetch(harness.endpoint + path, { headers })).arrayBuffer()).byteLength;
      };
      expect(await resumed(ETag!)).to.equal(10);
      expect(await resumed(LastModified!.toUTCString())).to.equal(10);
      expect(await resumed('"other"')).to.equal(bytes.length);
      expect(await resumed(new Date(0).toUTCString())).to.equal(bytes.length);
    });

    it('has no tags', async () => {
      const { TagSet } = await client.send(new GetObjectTaggingCommand({ Bucket, Key }));
      expect(TagSet).to.deep.equal([]);
      await expectRefused(
        client.send(new GetObjectTaggingCommand({ Bucket, Key: `${Key} not there` })),
        404,
        'NoSuchKey',
      );
    });

    it('takes the first part of what was put whole for all of it', async () => {
      const told = await get({ PartNumber: 1 });
      expect(told.bytes.equals(bytes)).to.equal(true);
      expect(told.$metadata.httpStatusCode).to.equal(206);
      await expectRefused(get({ PartNumber: 2 }), 416, 'InvalidRange');
    });

    it('names the key and the request in its errors', async () => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      const error = await get().catch((thrown: unknown) => thrown);
      expect(error).to.include({ name: 'NoSuchKey' });
      expect((error as { $metadata: object }).$metadata)
        .to.have.property('requestId')
        .that.is.a('string');
      expect(await refusal(head())).to.deep.equal({ name: 'NotFound', status: 404 });
    });

    it('knows no versions', async () => {
      await get({ VersionId: 'null' });
      await expectRefused(get({ VersionId: 'abc' }), 404, 'NoSuchVersion');
    });
  });

  describe('attributes', () => {
    it('are given as asked', async () => {
      const { ETag } = await put({ ChecksumAlgorithm: 'SHA256' });
      const ask = (...ObjectAttributes: ('ETag' | 'Checksum' | 'ObjectSize' | 'StorageClass' | 'ObjectParts')[]) =>
        client.send(new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes }));
      const all = await ask('Checksum', 'ETag', 'ObjectSize', 'StorageClass', 'ObjectParts');
      expect(all).to.deep.include({
        ETag: ETag!.replaceAll('"', ''),
        ObjectSize: bytes.length,
        StorageClass: 'STANDARD',
      });
      expect(all.Checksum).to.deep.equal({ ChecksumSHA256: digest('SHA256', bytes), ChecksumType: 'FULL_OBJECT' });
      const size = await ask('ObjectSize');
      expect(size).to.include({ ObjectSize: bytes.length }).and.not.to.have.any.keys('ETag', 'Checksum');
    });

    it('are refused when unknown, and of what is not there', async () => {
      const ask = (name: string) =>
        client.send(new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: [name as 'ETag'] }));
      await expectRefused(ask('ETag'), 404, 'NoSuchKey');
      await put();
      await expectRefused(ask('Colour'), 400, 'InvalidArgument');
    });
  });

  describe('deleting', () => {
    it('takes away, and is content where nothing is', async () => {
      await put();
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      await expectNothing();
    });

    it('under a condition is refused', () =>
      expectRefused(client.send(new DeleteObjectCommand({ Bucket, Key, IfMatch: '"x"' })), 501, 'NotImplemented'));
  });
});

/** Puts without a type and asks for the head with no SDK between. */
const fetchHead = async (harness: S3Harness, key: string): Promise<Response> => {
  const host = `127.0.0.1:${harness.port}`;
  const url = (method: string): string =>
    harness.endpoint + presigned(owner, { method, path: `/workspace/${key}`, host });
  await fetch(url('PUT'), { method: 'PUT', body: Buffer.from('x') });
  return fetch(url('HEAD'), { method: 'HEAD' });
};

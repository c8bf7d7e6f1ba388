import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type {
  CompleteMultipartUploadCommandInput,
  CompletedPart,
  CreateMultipartUploadCommandInput,
  S3Client,
  UploadPartCommandInput,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { streamingDigest } from '../../../../../infra/embedded/s3-server/checksums/streaming-digests.js';
import { expectRefused, openS3Harness } from '../../../../support/s3/s3-harness.js';
import { openedOnce } from '../../../../support/platform/opened.js';

const MiB = 1024 ** 2;
const first = randomBytes(5 * MiB);
const second = randomBytes(1_000);
const whole = Buffer.concat([first, second]);
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

describe("S3 endpoint: multipart uploads, with the SDK's defaults", () => {
  const harness = openedOnce(openS3Harness);
  let client: S3Client;
  let Key: string;
  const Bucket = 'workspace';
  before(() => (client = harness.client()));
  beforeEach(() => (Key = randomUUID()));

  const begin = async (more: Partial<CreateMultipartUploadCommandInput> = {}): Promise<string> =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))).UploadId!;
  const part = (UploadId: string, PartNumber: number, Body: Buffer, more: Partial<UploadPartCommandInput> = {}) =>
    client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...more }));
  const complete = (
    UploadId: string,
    Parts: CompletedPart[],
    more: Partial<CompleteMultipartUploadCommandInput> = {},
  ) => client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more }));
  const upload = async (
    UploadId: string,
    bodies: readonly Buffer[],
    more: Partial<UploadPartCommandInput> = {},
  ): Promise<CompletedPart[]> => {
    const parts: CompletedPart[] = [];
    for (const [index, body] of bodies.entries()) {
      const { $metadata, ...told } = await part(UploadId, index + 1, body, more);
      expect($metadata.httpStatusCode).to.equal(200);
      parts.push({ PartNumber: index + 1, ...told });
    }
    return parts;
  };
  const stored = async (): Promise<Buffer> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Buffer.from(await Body!.transformToByteArray());
  };

  it('join their parts, with the attributes they were begun with', async () => {
    const id = await begin({ ContentType: 'image/jp2', Metadata: { one: '1' } });
    const parts = await upload(id, [first, second]);
    const { ETag, Location } = await complete(id, parts);
    const md5s = [first, second].map((each) => createHash('md5').update(each).digest());
    expect(ETag).to.equal(`"${createHash('md5').update(Buffer.concat(md5s)).digest('hex')}-2"`);
    expect(Location).to.equal(`${harness.endpoint}/${Bucket}/${Key}`);
    expect((await stored()).equals(whole)).to.equal(true);
    const told = await client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(told).to.deep.include({ ContentType: 'image/jp2', ContentLength: whole.length, Metadata: { one: '1' } });
  });

  it('with SHA-256 tell that of each part and the composite of all', async () => {
    const ChecksumAlgorithm = 'SHA256';
    const id = await begin({ ChecksumAlgorithm });
    const parts = await upload(id, [first, second], { ChecksumAlgorithm });
    expect(parts.map((each) => each.ChecksumSHA256)).to.deep.equal(
      [first, second].map((it) => sha256(it).toString('base64')),
    );
    const composite = `${sha256(Buffer.concat([sha256(first), sha256(second)])).toString('base64')}-2`;
    expect(await complete(id, parts)).to.include({ ChecksumSHA256: composite, ChecksumType: 'COMPOSITE' });
    const told = await client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
    expect(told).to.include({ ChecksumSHA256: composite, ChecksumType: 'COMPOSITE' });
    expect((await stored()).equals(whole)).to.equal(true);
    const attributes = await client.send(
      new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ['ObjectParts', 'Checksum'] }),
    );
    expect(attributes.ObjectParts?.TotalPartsCount).to.equal(2);
    expect(attributes.Checksum).to.include({ ChecksumSHA256: composite });
  });

  it('with CRC64NVME tell that of the whole, which the client may claim', async () => {
    const crc = streamingDigest('CRC64NVME');
    crc.update(whole);
    const ChecksumCRC64NVME = crc.digest().toString('base64');
    const id = await begin({ ChecksumAlgorithm: 'CRC64NVME', ChecksumType: 'FULL_OBJECT' });
    const parts = await upload(id, [first, second], { ChecksumAlgorithm: 'CRC64NVME' });
    await expectRefused(complete(id, parts, { ChecksumCRC64NVME: 'AAAAAAAAAAA=' }), 400, 'BadDigest');
    expect(await complete(id, parts, { ChecksumCRC64NVME, ChecksumType: 'FULL_OBJECT' })).to.include({
      ChecksumCRC64NVME,
      ChecksumType: 'FULL_OBJECT',
    });
  });

  it('refuse checksum types that cannot be', async () => {
    const invalid = [400, 'InvalidRequest'] as const;
    await expectRefused(begin({ ChecksumAlgorithm: 'SHA256', ChecksumType: 'FULL_OBJECT' }), ...invalid);
    await expectRefused(begin({ ChecksumAlgorithm: 'CRC64NVME', ChecksumType: 'COMPOSITE' }), ...invalid);
    const id = await begin({ ChecksumAlgorithm: 'SHA256' });
    await expectRefused(part(id, 1, second, { ChecksumAlgorithm: 'CRC32' }), ...invalid);
  });

  it('refuse a part whose bytes are not those the client digested, and keep no such part', async () => {
    const id = await begin({ ChecksumAlgorithm: 'SHA256' });
    await expectRefused(part(id, 1, second, { ChecksumSHA256: sha256(first).toString('base64') }), 400, 'BadDigest');
    const { Parts } = await client.send(new ListPartsCommand({ Bucket, Key, UploadId: id }));
    expect(Parts).to.equal(undefined);
  });

  it('copy parts out of objects, whole or by range', async () => {
    const source = randomUUID();
    await client.send(new PutObjectCommand({ Bucket, Key: source, Body: whole }));
    const id = await begin({ ChecksumAlgorithm: 'SHA256' });
    const copyPart = (PartNumber: number, more: object = {}) =>
      client.send(
        new UploadPartCopyCommand({
          Bucket,
          Key,
          UploadId: id,
          PartNumber,
          CopySource: `${Bucket}/${source}`,
          ...more,
        }),
      );
    const one = await copyPart(1);
    const two = await copyPart(2, { CopySourceRange: 'bytes=10-19' });
    const tail = whole.subarray(10, 20);
    expect(two.CopyPartResult!.ChecksumSHA256).to.equal(sha256(tail).toString('base64'));
    await expectRefused(copyPart(3, { CopySourceRange: `bytes=0-${whole.length}` }), 416, 'InvalidRange');
    await expectRefused(copyPart(3, { CopySourceRange: 'bytes=10-' }), 400, 'InvalidArgument');
    await expectRefused(copyPart(3, { CopySourceIfMatch: '"other"' }), 412, 'PreconditionFailed');
    const parts = [one, two].map(({ CopyPartResult }, index) => ({
      PartNumber: index + 1,
      ETag: CopyPartResult!.ETag,
    }));
    await complete(id, parts);
    expect((await stored()).equals(Buffer.concat([whole, tail]))).to.equal(true);
  });

  it('give single parts of what they became', async () => {
    const id = await begin();
    await complete(id, await upload(id, [first, second]));
    const told = await client.send(new GetObjectCommand({ Bucket, Key, PartNumber: 2 }));
    expect(Buffer.from(await told.Body!.transformToByteArray()).equals(second)).to.equal(true);
    expect(told).to.include({
      PartsCount: 2,
      ContentRange: `bytes ${first.length}-${whole.length - 1}/${whole.length}`,
    });
  });

  it('list their parts and themselves in pages', async () => {
    const id = await begin({ ChecksumAlgorithm: 'SHA256' });
    for (const number of [7, 3, 10_000]) await part(id, number, second, { ChecksumAlgorithm: 'SHA256' });
    const page = await client.send(new ListPartsCommand({ Bucket, Key, UploadId: id, MaxParts: 2 }));
    expect(page.Parts!.map(({ PartNumber }) => PartNumber)).to.deep.equal([3, 7]);
    expect(page.Parts![0]).to.include({ Size: second.length, ChecksumSHA256: sha256(second).toString('base64') });
    expect(page).to.include({ IsTruncated: true, NextPartNumberMarker: '7' });
    const rest = new ListPartsCommand({ Bucket, Key, UploadId: id, PartNumberMarker: page.NextPartNumberMarker });
    expect((await client.send(rest)).Parts!.map(({ PartNumber }) => PartNumber)).to.deep.equal([10_000]);

    const ids = [id, await begin(), await begin()].sort();
    const seen: string[] = [];
    for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined; ;) {
      const ask = { Bucket, Prefix: Key, MaxUploads: 1, KeyMarker, UploadIdMarker };
      const uploads = await client.send(new ListMultipartUploadsCommand(ask));
      seen.push(...uploads.Uploads!.map(({ UploadId }) => UploadId!));
      ({ NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = uploads);
      if (uploads.IsTruncated !== true) break;
    }
    expect(seen).to.deep.equal(ids);
  });

  it('are gone once they are aborted or completed', async () => {
    const id = await begin();
    const parts = await upload(id, [second]);
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }));
    const gone = [404, 'NoSuchUpload'] as const;
    await expectRefused(part(id, 1, second), ...gone);
    await expectRefused(complete(id, parts), ...gone);
    await expectRefused(client.send(new ListPartsCommand({ Bucket, Key, UploadId: id })), ...gone);
    await expectRefused(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id })), ...gone);
  });

  it('belong to their key', async () => {
    const id = await begin();
    Key = randomUUID();
    await expectRefused(part(id, 1, second), 404, 'NoSuchUpload');
  });

  it('refuse lists of parts that do not fit, and go on', async () => {
    const id = await begin({ ChecksumAlgorithm: 'CRC32' });
    const parts = await upload(id, [first, second]);
    const [one, two] = [parts[0]!, parts[1]!];
    await expectRefused(complete(id, [one, one]), 400, 'InvalidPartOrder');
    await expectRefused(complete(id, [one, { ...two, ETag: one.ETag }]), 400, 'InvalidPart');
    await expectRefused(complete(id, [one, { ...two, PartNumber: 3 }]), 400, 'InvalidPart');
    await expectRefused(complete(id, [one, { ...two, ChecksumCRC32: one.ChecksumCRC32 }]), 400, 'InvalidPart');
    await expectRefused(complete(id, parts, { MpuObjectSize: 7 }), 400, 'InvalidRequest');
    const small = await part(id, 1, second);
    await expectRefused(complete(id, [{ PartNumber: 1, ETag: small.ETag }, two]), 400, 'EntityTooSmall');
    await part(id, 1, first);
    await complete(id, parts, { MpuObjectSize: whole.length });
    expect((await stored()).equals(whole)).to.equal(true);
  });

  it('refuse part numbers out of bounds', async () => {
    const id = await begin();
    for (const number of [0, 10_001]) await expectRefused(part(id, number, second), 400, 'InvalidArgument');
  });

  it('let one of several rivals create the object', async () => {
    const ids = await Promise.all([begin(), begin(), begin()]);
    const parts = await Promise.all(ids.map((id) => upload(id, [second])));
    const outcomes = await Promise.allSettled(
      ids.map((id, index) => complete(id, parts[index]!, { IfNoneMatch: '*' })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).to.include({ name: 'PreconditionFailed' });
    }
    const id = await begin();
    const again = await upload(id, [second]);
    await expectRefused(complete(id, again, { IfMatch: '"other"' }), 412, 'PreconditionFailed');
    Key = randomUUID();
    const other = await begin();
    await expectRefused(complete(other, await upload(other, [second]), { IfMatch: '"x"' }), 404, 'NoSuchKey');
  });
});

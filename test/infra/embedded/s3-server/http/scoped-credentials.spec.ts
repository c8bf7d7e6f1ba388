import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
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
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import type { S3Credential } from '../../../../../infra/embedded/s3-server/s3-server.js';
import { errorCode, sendSigned } from '../../../../support/http/wire.js';
import { openS3Harness, owner, refusal } from '../../../../support/s3/s3-harness.js';
import type { S3Harness } from '../../../../support/s3/s3-harness.js';
import { presigned, signed } from '../../../../support/s3/sigv4-signer.js';

const PREFIX = 'deposits/mine/';
const mine = { accessKeyId: 'AKMINE', secretAccessKey: 'the-secret-of-one-prefix' };
/** That of the SDK, which signs with the time of its process. */
const START = new Date();
const EXPIRES = new Date(START.getTime() + 3_600_000);

describe('S3 endpoint: credentials for one prefix and a limited time', () => {
  let harness: S3Harness;
  let client: S3Client;
  let everywhere: S3Client;
  let now = START;
  let withdrawn = false;
  const looked: string[] = [];
  const Bucket = 'workspace';
  const scoped: S3Credential = {
    ...mine,
    expires: EXPIRES,
    may: (_access, bucket, keys) => bucket === Bucket && (keys === null || keys.startsWith(PREFIX)),
    isWithdrawn: () => {
      looked.push('isWithdrawn');
      return Promise.resolve(withdrawn);
    },
  };
  before(async () => {
    harness = await openS3Harness({
      findCredential: (id) => (id === mine.accessKeyId ? scoped : null),
      now: () => now,
      credentials: [{ ...owner, may: () => true }],
    });
    client = harness.client({ credentials: mine });
    everywhere = harness.client({ credentials: owner });
  });
  after(() => harness.close());
  beforeEach(async () => {
    now = START;
    withdrawn = false;
    for (const Key of ['deposits/mine/a', 'deposits/other/a', 'deposits/mine2/a', 'root'])
      await everywhere.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  });

  const uploadOf = async (key: string): Promise<string> => {
    const attributes = { contentType: null, headers: {}, metadata: {} };
    const { uploadId } = await harness.engine.beginUpload(
      { bucket: Bucket, key },
      { attributes, algorithm: null, checksumType: null },
    );
    return uploadId;
  };

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
        const UploadId = await uploadOf(Key);
        const CopySource = 'workspace/deposits/other/a';
        return client.send(new UploadPartCopyCommand({ Bucket, Key, UploadId, PartNumber: 1, CopySource }));
      },
    ],
    [
      'add a part to an upload outside',
      async () =>
        client.send(new UploadPartCommand({ ...other, UploadId: await uploadOf(other.Key), PartNumber: 1, Body: 'x' })),
    ],
    [
      'complete an upload outside',
      async () => client.send(new CompleteMultipartUploadCommand({ ...other, UploadId: await uploadOf(other.Key) })),
    ],
    [
      'end an upload outside',
      async () => client.send(new AbortMultipartUploadCommand({ ...other, UploadId: await uploadOf(other.Key) })),
    ],
    [
      'list the parts of an upload outside',
      async () => client.send(new ListPartsCommand({ ...other, UploadId: await uploadOf(other.Key) })),
    ],
  ];
  for (const [what, call] of refused)
    it(`may not ${what}`, async () => {
      expect((await refusal(call())).status).to.equal(403);
      expect(await harness.engine.head({ bucket: Bucket, key: 'deposits/other/a' })).not.to.equal(null);
    });

  it('may not use the id of an upload outside under a key below it', async () => {
    const UploadId = await uploadOf('deposits/other/upload');
    const at = { Bucket, Key: `${PREFIX}upload`, UploadId };
    const calls = [
      client.send(new UploadPartCommand({ ...at, PartNumber: 1, Body: 'x' })),
      client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts: [] } })),
      client.send(new AbortMultipartUploadCommand(at)),
      client.send(new ListPartsCommand(at)),
    ];
    for (const call of calls) expect((await refusal(call)).name).to.equal('NoSuchUpload');
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

  describe('end', () => {
    const host = (): string => `127.0.0.1:${harness.port}`;
    const get = (signer = mine) =>
      sendSigned(
        harness.port,
        signed({ ...signer, at: now }, { method: 'GET', path: `/workspace/${PREFIX}a`, host: host() }),
      );

    it('at the moment when they expire, and not before', async () => {
      now = new Date(EXPIRES.getTime() - 1);
      expect((await get()).status).to.equal(200);
      now = EXPIRES;
      const { status, body } = await get();
      expect([status, errorCode(body)]).to.deep.equal([400, 'ExpiredToken']);
      expect(body).to.contain(EXPIRES.toISOString());
    });

    it('with the URLs that were presigned by them', async () => {
      const path = presigned(
        { ...mine, at: START },
        { method: 'GET', path: `/workspace/${PREFIX}a`, host: host(), expires: 86_400 },
      );
      const use = () => sendSigned(harness.port, { method: 'GET', path, headers: { host: host() } });
      now = new Date(EXPIRES.getTime() - 1);
      expect((await use()).status).to.equal(200);
      now = EXPIRES;
      expect(errorCode((await use()).body)).to.equal('ExpiredToken');
    });

    it('when they are withdrawn', async () => {
      withdrawn = true;
      expect(errorCode((await get()).body)).to.equal('InvalidAccessKeyId');
    });

    it('before a byte of the body is read', async () => {
      now = EXPIRES;
      const head = signed({ ...mine, at: now }, { method: 'PUT', path: `/workspace/${PREFIX}large`, host: host() });
      const headers = { ...head.headers, expect: '100-continue' };
      const { status } = await sendSigned(harness.port, { ...head, headers }, Buffer.alloc(1024));
      expect(status).to.equal(400);
    });

    it('without a look at anything for a request with a wrong signature', async () => {
      looked.length = 0;
      const { body } = await get({ ...mine, secretAccessKey: 'guessed' });
      expect([errorCode(body), looked]).to.deep.equal(['SignatureDoesNotMatch', []]);
    });
  });
});

import { randomUUID } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { ListObjectsV2CommandInput, S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { compareUtf8 } from '../../../../../formats/paths/utf8-order.js';
import { openS3Harness, refusal } from '../../../../support/s3/s3-harness.js';
import { openedOnce } from '../../../../support/platform/opened.js';

const oddNames = [
  'sp ace.txt',
  'ünïcode-漢字.txt',
  'nfd-e\u0301.txt',
  'nfc-\u00e9.txt',
  'pl+us.txt',
  'ha#sh.txt',
  'per%cent%20x.txt',
  'amp&lt<>.txt',
  `quote'"q.txt`,
  'ques?tion=1&x',
  'back\\slash',
  'trailing.',
  ' spaces ',
  'a/b/c.txt',
  'slash//slash',
  'folder/',
  './dot',
  '../dots/x',
  'emoji-😀.bin',
  '\uff5e before emoji by UTF-8',
  "~!$*'();:@=,[]{}|^`",
];
/** XML 1.0 has no way to write these. */
const controlNames = ['bell\u0007', 'escape\u001b[0m', 'line\nfeed\ttab\rreturn', 'noncharacter\uffff'];

describe("S3 endpoint: keys and listings, with the SDK's defaults", () => {
  const harness = openedOnce(openS3Harness);
  let client: S3Client;
  let prefix: string;
  const Bucket = 'workspace';
  before(() => (client = harness.client()));
  beforeEach(() => (prefix = `${randomUUID()}/`));

  const put = (Key: string) => client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  const text = async (Key: string): Promise<string> =>
    (await client.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString();
  const list = (more: Partial<ListObjectsV2CommandInput> = {}) =>
    client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ...more }));
  const pages = async (more: Partial<ListObjectsV2CommandInput>): Promise<string[][]> => {
    const all: string[][] = [];
    for (let token: string | undefined; ;) {
      const page = await list({ ...more, ContinuationToken: token });
      const prefixes = (page.CommonPrefixes ?? []).map((each) => each.Prefix!);
      all.push([...(page.Contents ?? []).map((each) => each.Key!), ...prefixes]);
      expect(page.KeyCount).to.equal(all.at(-1)!.length);
      token = page.NextContinuationToken;
      if (token === undefined) return all;
    }
  };

  it('carry odd keys through put, get, list, copy and delete', async () => {
    const keys = oddNames.map((name) => prefix + name);
    for (const key of keys) await put(key);
    for (const key of keys) expect(await text(key)).to.equal(key);
    expect((await pages({ MaxKeys: 4 })).flat()).to.deep.equal([...keys].sort(compareUtf8));
    for (const key of keys) {
      const CopySource = `${Bucket}/${encodeURIComponent(key)}`;
      await client.send(new CopyObjectCommand({ Bucket, Key: `copy/${key}`, CopySource }));
      expect(await text(`copy/${key}`)).to.equal(key);
    }
    const Objects = keys.map((Key) => ({ Key }));
    const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect(Errors).to.equal(undefined);
    expect(Deleted!.map(({ Key }) => Key)).to.deep.equal(keys);
    expect((await list()).Contents).to.equal(undefined);
  });

  it('carry a leading slash', async () => {
    const key = `/${prefix}lead`;
    await put(key);
    expect(await text(key)).to.equal(key);
    expect((await list({ Prefix: `/${prefix}` })).Contents!.map(({ Key }) => Key)).to.deep.equal([key]);
  });

  it('escape what XML cannot hold where encoding-type=url asks for it', async () => {
    const keys = [...controlNames, 'pl+us %'].map((name) => prefix + name);
    for (const key of keys) await put(key);
    for (const key of keys) expect(await text(key)).to.equal(key);
    const { Contents, EncodingType, Prefix } = await list({ EncodingType: 'url' });
    expect(EncodingType).to.equal('url');
    expect(decodeURIComponent(Prefix!)).to.equal(prefix);
    expect(Contents!.map(({ Key }) => decodeURIComponent(Key!))).to.deep.equal([...keys].sort(compareUtf8));
  });

  it('take keys of 900 and of 1,024 bytes in one segment, and none above', async () => {
    for (const size of [900, 1_024]) {
      const key = prefix.padEnd(size, 'ü').slice(0, prefix.length + Math.floor((size - prefix.length) / 2));
      const padded = key + 'x'.repeat(size - Buffer.byteLength(key));
      await put(padded);
      expect(await text(padded)).to.equal(padded);
    }
    expect(await refusal(put(prefix.padEnd(1_025, 'x')))).to.deep.equal({ name: 'KeyTooLongError', status: 400 });
  });

  it('hold a/b beside a/b/c', async () => {
    await put(`${prefix}b`);
    await put(`${prefix}b/c`);
    expect(await text(`${prefix}b`)).to.equal(`${prefix}b`);
    expect(await text(`${prefix}b/c`)).to.equal(`${prefix}b/c`);
  });

  it('roll keys up at a delimiter, over pages, each prefix once', async () => {
    for (const name of ['a/1', 'a/2', 'a/3', 'b', 'c/1', 'c/2/3', 'd', 'e//1']) await put(prefix + name);
    const rolled = ['a/', 'b', 'c/', 'd', 'e/'].map((name) => prefix + name);
    for (const MaxKeys of [1, 2, 3, 1_000]) {
      const found = (await pages({ Delimiter: '/', MaxKeys })).flat();
      expect(found.sort(compareUtf8), String(MaxKeys)).to.deep.equal(rolled);
    }
    const { CommonPrefixes, Contents } = await list({ Delimiter: '/' });
    expect(CommonPrefixes!.map(({ Prefix }) => Prefix!.slice(prefix.length))).to.deep.equal(['a/', 'c/', 'e/']);
    expect(Contents!.map(({ Key }) => Key!.slice(prefix.length))).to.deep.equal(['b', 'd']);
  });

  it('roll up at a delimiter of several characters', async () => {
    for (const name of ['x--1', 'x--2', 'y-1']) await put(prefix + name);
    const { CommonPrefixes, Contents } = await list({ Delimiter: '--' });
    expect(CommonPrefixes).to.deep.equal([{ Prefix: `${prefix}x--` }]);
    expect(Contents).to.have.length(1);
  });

  it('begin after a key', async () => {
    for (const name of ['a', 'b', 'c']) await put(prefix + name);
    const { Contents, StartAfter } = await list({ StartAfter: `${prefix}a` });
    expect(Contents!.map(({ Key }) => Key)).to.deep.equal([`${prefix}b`, `${prefix}c`]);
    expect(StartAfter).to.equal(`${prefix}a`);
  });

  it('tell size, ETag, time, checksum kind and, when asked, the owner', async () => {
    await put(`${prefix}a`);
    const [object] = (await list({ FetchOwner: true })).Contents!;
    expect(object).to.include({ Size: prefix.length + 1, StorageClass: 'STANDARD', ChecksumType: 'FULL_OBJECT' });
    expect(object!.ChecksumAlgorithm).to.deep.equal(['CRC32']);
    expect(object!.Owner?.ID).to.be.a('string');
    expect(object!.LastModified!.getTime()).to.be.closeTo(Date.now(), 60_000);
    expect((await list()).Contents![0]).not.to.have.property('Owner');
  });

  it('page through 3,000 keys by the thousand', async () => {
    const keys = Array.from({ length: 3_000 }, (_, index) => `${prefix}${String(index).padStart(5, '0')}`);
    const queue = keys.values();
    const attributes = { contentType: null, headers: {}, metadata: {} };
    const work = async (): Promise<void> => {
      for (const key of queue) {
        const staged = await harness.engine.stage(Bucket, [Buffer.from('x')] as never, []);
        await harness.engine.commit(staged, { bucket: Bucket, key }, { attributes, keep: [] });
      }
    };
    await Promise.all(Array.from({ length: 32 }, work));
    const found = await pages({});
    expect(found.map((page) => page.length)).to.deep.equal([1_000, 1_000, 1_000]);
    expect(found.flat()).to.deep.equal(keys);
    expect((await list({ MaxKeys: 5_000 })).Contents).to.have.length(1_000);
  });

  it('give nothing where nothing is asked for', async () => {
    await put(`${prefix}a`);
    expect(await list({ MaxKeys: 0 })).to.include({ IsTruncated: false, KeyCount: 0, MaxKeys: 0 });
  });

  it('refuse odd parameters', async () => {
    const invalid = { name: 'InvalidArgument', status: 400 };
    expect(await refusal(list({ ContinuationToken: '***' }))).to.deep.equal(invalid);
    expect(await refusal(list({ MaxKeys: -1 }))).to.deep.equal(invalid);
    expect(await refusal(list({ EncodingType: 'base64' as 'url' }))).to.deep.equal(invalid);
    expect(await refusal(list({ Bucket: 'no-such-bucket' }))).to.deep.equal({ name: 'NoSuchBucket', status: 404 });
  });

  it('page in the first version by marker', async () => {
    for (const name of ['a/1', 'a/2', 'b', 'c']) await put(prefix + name);
    const found: string[] = [];
    for (let Marker: string | undefined; ;) {
      const ask = new ListObjectsCommand({ Bucket, Prefix: prefix, Delimiter: '/', MaxKeys: 1, Marker });
      const page = await client.send(ask);
      found.push(...(page.Contents ?? []).map(({ Key }) => Key!));
      found.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!));
      Marker = page.NextMarker;
      if (Marker === undefined) break;
    }
    expect(found).to.deep.equal(['a/', 'b', 'c'].map((name) => prefix + name));
  });

  it('delete quietly, and say which keys cannot be deleted', async () => {
    const remove = (keys: string[], Quiet: boolean, bucket = Bucket) =>
      client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys.map((Key) => ({ Key })), Quiet } }),
      );
    await put(`${prefix}a`);
    expect(await remove([`${prefix}a`, `${prefix}never`], true)).not.to.have.any.keys('Deleted', 'Errors');
    expect((await list()).Contents).to.equal(undefined);
    const tooMany = Array.from({ length: 1_001 }, (_, index) => `k${index}`);
    expect(await refusal(remove(tooMany, true))).to.deep.equal({ name: 'MalformedXML', status: 400 });
    expect(await refusal(remove(['x'.repeat(1_025)], true))).to.deep.equal({ name: 'KeyTooLongError', status: 400 });
  });
});

import { expect } from 'chai';
import { ask, ended, newDeposit, newGroup, upload, type Reply } from '../conversation.js';
import type { LiveServices } from '../live-services.js';
import { rawRequest } from '../service.js';
import { sha256Of } from '../../support/sha256.js';

const TEXT = 'The quick brown fox jumps over the lazy dog.';
const reprDigest = (text: string): string => `sha-256=:${Buffer.from(sha256Of(text), 'hex').toString('base64')}:`;

describe('the content of a binary', () => {
  let live: LiveServices;
  let uri: string;
  let empty: string;
  before(async () => {
    const made = await newGroup({ 'objects/fox.txt': TEXT, 'objects/empty.txt': '' });
    live = made.live;
    uri = `${live.storage}/content/${made.path}/objects/fox.txt`;
    empty = `${live.storage}/content/${made.path}/objects/empty.txt`;
  });
  const get = (headers: Record<string, string> = {}, at = uri, method = 'GET'): Promise<Reply> =>
    ask(method, at, undefined, headers);

  it('comes with what a client needs to check it, cache it and ask for a part of it', async () => {
    const { status, text, headers } = await get();
    expect([status, text]).to.deep.equal([200, TEXT]);
    expect(headers.get('etag')).to.equal(`"${sha256Of(TEXT)}"`);
    expect(headers.get('repr-digest')).to.equal(reprDigest(TEXT));
    expect(headers.get('accept-ranges')).to.equal('bytes');
    expect(headers.get('content-length')).to.equal(String(TEXT.length));
    expect(headers.get('cache-control')).to.equal('private, no-cache');
    const { body } = await ask('GET', uri.replace('/content/', '/repository/'));
    const seconds = (time: unknown): number => Math.floor(new Date(String(time)).getTime() / 1_000);
    expect(seconds(headers.get('last-modified'))).to.equal(seconds(body['lastModified']));
  });

  const ranges: readonly [range: string, text: string, contentRange: string][] = [
    ['bytes=4-8', 'quick', 'bytes 4-8/44'],
    ['bytes=40-', 'dog.', 'bytes 40-43/44'],
    ['bytes=-4', 'dog.', 'bytes 40-43/44'],
    ['bytes=-99', TEXT, 'bytes 0-43/44'],
    ['bytes=40-99', 'dog.', 'bytes 40-43/44'],
    ['bytes=0-0', 'T', 'bytes 0-0/44'],
  ];
  for (const [range, text, contentRange] of ranges) {
    it(`is given in part for ${range}, with the digest of the whole`, async () => {
      const { status, text: part, headers } = await get({ range });
      expect([status, part]).to.deep.equal([206, text]);
      expect(headers.get('content-range')).to.equal(contentRange);
      expect(headers.get('content-length')).to.equal(String(text.length));
      expect(headers.get('content-type')).to.equal('text/plain');
      expect(headers.get('repr-digest')).to.equal(reprDigest(TEXT));
      expect(headers.get('etag')).to.equal(`"${sha256Of(TEXT)}"`);
    });
  }

  for (const range of ['bytes=44-', 'bytes=100-200', 'bytes=-0']) {
    it(`has no part ${range}, and says how long it is`, async () => {
      const { status, headers, body } = await get({ range });
      expect(status).to.equal(416);
      expect(headers.get('content-range')).to.equal('bytes */44');
      expect(headers.get('content-type')).to.match(/^application\/problem\+json/);
      expect(headers.get('etag')).to.equal(null);
      expect(body['detail']).to.contain('44 bytes');
    });
  }

  for (const range of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=5-2', 'nonsense']) {
    it(`is given whole for ${range}`, async () => {
      const { status, text, headers } = await get({ range });
      expect([status, text, headers.get('content-range')]).to.deep.equal([200, TEXT, null]);
    });
  }

  it('is given in part only to clients that hold the same bytes, where they say which they hold', async () => {
    const range = 'bytes=4-8';
    const { headers } = await get();
    const statusFor = async (ifRange: string): Promise<number> => (await get({ range, 'if-range': ifRange })).status;
    expect(await statusFor(headers.get('etag') ?? '')).to.equal(206);
    expect(await statusFor(headers.get('last-modified') ?? '')).to.equal(206);
    expect(await statusFor('"other"')).to.equal(200);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get();
    for (const condition of [
      { 'if-none-match': headers.get('etag') ?? '' },
      { 'if-none-match': '*' },
      { 'if-modified-since': headers.get('last-modified') ?? '' },
      { 'if-none-match': headers.get('etag') ?? '', range: 'bytes=99-' },
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(condition, uri, method);
        expect([answer.status, answer.text]).to.deep.equal([304, '']);
        for (const name of ['etag', 'last-modified', 'cache-control'])
          expect(answer.headers.get(name), name).to.equal(headers.get(name));
      }
    }
    expect((await get({ 'if-none-match': '"other"' })).status).to.equal(200);
  });

  it('is refused to a client that wants other bytes', async () => {
    const { headers } = await get();
    const [etag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    const statusFor = async (condition: Record<string, string>): Promise<number> => (await get(condition)).status;
    for (const method of ['GET', 'HEAD']) {
      const answer = await get({ 'if-match': '"other"', range: 'bytes=99-' }, uri, method);
      expect([answer.status, answer.headers.get('etag')]).to.deep.equal([412, etag]);
    }
    expect(await statusFor({ 'if-match': `W/${etag}` }), 'a weak tag').to.equal(412);
    expect(await statusFor({ 'if-unmodified-since': 'Thu, 01 Jan 1998 00:00:00 GMT' })).to.equal(412);
    for (const condition of [{ 'if-match': `"other", ${etag}` }, { 'if-match': '*' }, { 'if-unmodified-since': date }])
      expect(await statusFor(condition), JSON.stringify(condition)).to.equal(200);
  });

  it('has the same headers for HEAD, which knows no ranges', async () => {
    const { headers } = await get();
    const head = await get({ range: 'bytes=4-8', 'want-repr-digest': 'sha-512=1' }, uri, 'HEAD');
    expect([head.status, head.text]).to.deep.equal([200, '']);
    for (const name of ['content-length', 'content-type', 'etag', 'repr-digest', 'last-modified', 'accept-ranges'])
      expect(head.headers.get(name), name).to.equal(headers.get(name));
  });

  it('may be of no bytes, of which there is no range', async () => {
    const whole = await get({}, empty);
    expect([whole.status, whole.text, whole.headers.get('content-length')]).to.deep.equal([200, '', '0']);
    expect(whole.headers.get('repr-digest')).to.equal(reprDigest(''));
    for (const range of ['bytes=0-', 'bytes=0-0']) {
      const answer = await get({ range }, empty);
      expect([answer.status, answer.headers.get('content-range')]).to.deep.equal([416, 'bytes */0']);
    }
    expect((await get({ range: 'bytes=-5' }, empty)).status).to.equal(200);
    expect((await get({}, empty, 'HEAD')).headers.get('content-length')).to.equal('0');
  });

  it('is asked for in part by two headers as by one list', async () => {
    const { port, pathname } = new URL(uri);
    const answer = await rawRequest(Number(port), `GET ${pathname}`, ['Range: bytes=0-1', 'Range: bytes=4-5']);
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });
});

describe('the content of a binary at a version', () => {
  let live: LiveServices;
  let path: string;
  let versions: readonly { readonly ocflVersion: string; readonly mementoTimestamp: string }[];
  before(async () => {
    const made = await newGroup({ 'objects/a.txt': 'first', 'objects/gone.txt': 'gone', 'objects/kept.txt': 'kept' });
    ({ live, path } = made);
    const group = `${live.preservation}/repository/${path}`;
    const deposit = await newDeposit(live, { archivalGroup: group });
    await upload(live, deposit, { 'objects/a.txt': 'second' });
    const origin = `s3://${live.places.workspaceBucket}/${deposit.prefix}objects/a.txt`;
    const patched = {
      id: `${group}/objects/a.txt`,
      origin,
      digest: sha256Of('second'),
      size: 6,
      contentType: 'text/html',
    };
    const job = {
      deposit: deposit.uri,
      archivalGroup: group,
      isUpdate: true,
      binariesToPatch: [patched],
      binariesToDelete: [{ id: `${group}/objects/gone.txt` }],
    };
    const { body } = await ask('POST', `${deposit.uri}/importjobs`, job);
    expect((await ended(live, body.id))['errors']).to.equal(null);
    versions = (await ask('GET', group)).body['versions'] as typeof versions;
  });
  const get = (inner: string, version: string | null, headers: Record<string, string> = {}): Promise<Reply> =>
    ask(
      'GET',
      `${live.storage}/content/${path}/${inner}${version === null ? '' : `?version=${version}`}`,
      undefined,
      headers,
    );

  it('is that of the version, by label and by stamp, with its own content type', async () => {
    const texts = ['first', 'second'];
    for (const [index, { ocflVersion, mementoTimestamp }] of versions.entries()) {
      for (const version of [ocflVersion, mementoTimestamp]) {
        const { status, text, headers } = await get('objects/a.txt', version);
        expect([status, text]).to.deep.equal([200, texts[index]]);
        expect(headers.get('content-type')).to.equal(index === 0 ? 'text/plain' : 'text/html');
        expect(headers.get('etag')).to.equal(`"${sha256Of(texts[index]!)}"`);
        expect(headers.get('cache-control')).to.equal('private, max-age=31536000, immutable');
      }
    }
    expect((await get('objects/a.txt', null)).text).to.equal('second');
  });

  it('comes in part, and not again to a client that has it', async () => {
    const part = await get('objects/a.txt', 'v1', { range: 'bytes=1-2' });
    expect([part.status, part.text]).to.deep.equal([206, 'ir']);
    expect((await get('objects/a.txt', 'v1', { 'if-none-match': `"${sha256Of('first')}"` })).status).to.equal(304);
  });

  it('is there still where it was deleted since', async () => {
    expect((await get('objects/gone.txt', 'v1')).text).to.equal('gone');
    const { status, body } = await get('objects/gone.txt', 'v2');
    expect(status).to.equal(404);
    expect(body['detail']).to.equal(`There was no binary at ${path}/objects/gone.txt in version v2`);
    expect((await get('objects/gone.txt', null)).status).to.equal(404);
  });

  it('is not there for a version that the group never had', async () => {
    for (const version of ['v3', 'v99999999999999999999', '20010101000000']) {
      const { status, body } = await get('objects/a.txt', version);
      expect([status, body['detail']]).to.deep.equal([404, `${path} has no version ${version}`]);
    }
  });

  it('is refused for what names no version', async () => {
    for (const version of ['V1', 'v0', 'x', '', '2026', 'v1x']) {
      const { status, body } = await get('objects/kept.txt', version);
      expect(status, version).to.equal(400);
      expect(body['detail']).to.contain('neither an OCFL version');
    }
  });

  it('is not there where the version had no binary', async () => {
    for (const inner of ['objects', 'never.txt', '.muniment/state.ndjson'])
      expect((await get(inner, 'v1')).status, inner).to.equal(404);
    expect((await ask('GET', `${live.storage}/content/${path}?version=v1`)).status).to.equal(404);
  });
});

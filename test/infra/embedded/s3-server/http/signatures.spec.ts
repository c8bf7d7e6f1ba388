import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { openS3Harness, owner, reader } from '../../../../support/s3/s3-harness.js';
import { presigned, signed, signedChunks } from '../../../../support/s3/sigv4-signer.js';
import type { SignedRequest, Signer } from '../../../../support/s3/sigv4-signer.js';
import { errorCode, sendSigned } from '../../../../support/http/wire.js';
import type { WireAnswer } from '../../../../support/http/wire.js';
import { openedOnce } from '../../../../support/platform/opened.js';
import { sha256Of } from '../../../../support/sha256.js';

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);
const bytes = Buffer.from('the very bytes');
const sha256 = sha256Of(bytes);

describe('S3 endpoint: signatures', () => {
  const harness = openedOnce(openS3Harness);
  let host: string;
  before(() => {
    host = `127.0.0.1:${harness.port}`;
  });

  const send = (request: SignedRequest, body?: Buffer | string): Promise<WireAnswer> =>
    sendSigned(harness.port, request, body);
  const stored = async (key: string): Promise<boolean> =>
    (await harness.engine.head({ bucket: 'workspace', key })) !== null;
  const put = (key: string, signer: Signer = owner, payload = sha256): ReturnType<typeof signed> =>
    signed(signer, { method: 'PUT', path: `/workspace/${key}`, host, payload });
  const expectRefused = async (answer: Promise<WireAnswer>, status: number, code: string): Promise<void> => {
    const { status: told, body } = await answer;
    expect([told, errorCode(body)]).to.deep.equal([status, code]);
  };

  describe('in the header', () => {
    it('are accepted over the digest of the body', async () => {
      expect((await send(put('digested'), bytes)).status).to.equal(200);
      expect(await stored('digested')).to.equal(true);
    });

    it('are accepted over an odd path and query', async () => {
      const path = '/workspace/odd%20%2B%26%C3%BC%27%28%29/x%20y?x-id=PutObject&empty=&b=%2F%2B&a=1';
      expect((await send(signed(owner, { method: 'PUT', path, host }), bytes)).status).to.equal(200);
      expect(await stored("odd +&ü'()/x y")).to.equal(true);
    });

    it('are refused when the body is another than the one digested, and nothing is stored', async () => {
      await expectRefused(send(put('other'), 'other bytes'), 400, 'XAmzContentSHA256Mismatch');
      expect(await stored('other')).to.equal(false);
    });

    it('of a wrong secret are refused', () =>
      expectRefused(send(put('k', { ...owner, secretAccessKey: 'wrong' }), bytes), 403, 'SignatureDoesNotMatch'));

    it('of an unknown access key are refused', () =>
      expectRefused(send(put('k', { ...owner, accessKeyId: 'AKNOBODY' }), bytes), 403, 'InvalidAccessKeyId'));

    for (const region of ['eu-west-2', 'auto', 'US']) {
      it(`for the region ${region} are accepted, in whatever region the endpoint says it is`, async () => {
        expect((await send(put(`in-${region}`, { ...owner, region }), bytes)).status).to.equal(200);
        expect(await stored(`in-${region}`)).to.equal(true);
      });
    }

    it('of one region with the key of another are refused', async () => {
      const { headers, ...rest } = put('k', { ...owner, region: 'eu-west-2' });
      const authorization = headers['authorization']!.replace('/eu-west-2/', '/us-east-1/');
      await expectRefused(
        send({ ...rest, headers: { ...headers, authorization } }, bytes),
        403,
        'SignatureDoesNotMatch',
      );
    });

    for (const region of ['', 'eu west', 'é', 'r'.repeat(65)]) {
      it(`for ${JSON.stringify(region)}, which no region is called, are refused`, () =>
        expectRefused(send(put('k', { ...owner, region }), bytes), 400, 'AuthorizationHeaderMalformed'));
    }

    for (const at of [-16, 16]) {
      it(`made ${Math.abs(at)} minutes ${at < 0 ? 'ago' : 'from now'} are refused`, () =>
        expectRefused(send(put('k', { ...owner, at: minutes(at) }), bytes), 403, 'RequestTimeTooSkewed'));
    }

    it('made 14 minutes ago are accepted', async () => {
      expect((await send(put('late', { ...owner, at: minutes(-14) }), bytes)).status).to.equal(200);
    });

    it('are refused on another path, method, query or header', async () => {
      const request = put('k');
      const headers = { ...request.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
      for (const changed of [
        { ...request, path: '/workspace/other' },
        { ...request, method: 'DELETE' },
        { ...request, path: `${request.path}?uploads` },
        { ...request, headers },
      ]) {
        await expectRefused(send(changed, bytes), 403, 'SignatureDoesNotMatch');
      }
    });

    it('do not cover an x-amz header that was added later, so it is refused', () => {
      const request = put('k');
      const headers = { ...request.headers, 'x-amz-copy-source': '/repository/secret' };
      return expectRefused(send({ ...request, headers }, bytes), 403, 'AccessDenied');
    });

    it('are needed', async () => {
      await expectRefused(send({ method: 'GET', path: '/workspace/k', headers: {} }), 403, 'AccessDenied');
    });

    for (const authorization of [
      'AWS4-HMAC-SHA256',
      'Basic dTpw',
      'AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c',
    ]) {
      it(`that read ${JSON.stringify(authorization)} are refused`, () =>
        expectRefused(
          send({ method: 'GET', path: '/workspace/k', headers: { authorization, 'x-amz-content-sha256': 'x' } }),
          400,
          'AuthorizationHeaderMalformed',
        ));
    }

    it('of version 2 are refused with a word on what to do', async () => {
      const old = { authorization: 'AWS AKOWNER:c2lnbmF0dXJl', date: new Date().toUTCString() };
      for (const { path, headers } of [
        { path: '/workspace/k', headers: old },
        { path: '/workspace/k?AWSAccessKeyId=AKOWNER&Signature=c2ln&Expires=1999999999', headers: {} },
      ]) {
        const { status, body } = await send({ method: 'GET', path, headers });
        expect([status, errorCode(body)]).to.deep.equal([400, 'InvalidRequest']);
        expect(body).to.contain('AWS4-HMAC-SHA256');
      }
    });

    it('may be checked against the Date header where there is no other', async () => {
      const { headers, ...rest } = signed(owner, {
        method: 'GET',
        path: '/',
        host,
        headers: { date: new Date().toUTCString() },
      });
      expect((await send({ ...rest, headers })).status).to.equal(200);
    });
  });

  describe('in chunks', () => {
    const chunks = [Buffer.alloc(70_000, 'a'), Buffer.alloc(8_192, 'b'), Buffer.from('c')];
    const whole = Buffer.concat(chunks);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(whole));
    const request = (key: string, payload: string, headers: Record<string, string> = {}): ReturnType<typeof signed> =>
      signed(owner, {
        method: 'PUT',
        path: `/workspace/${key}`,
        host,
        payload,
        headers: {
          'content-encoding': 'aws-chunked',
          'x-amz-decoded-content-length': String(whole.length),
          ...headers,
        },
      });
    const plain = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
    const trailing = `${plain}-TRAILER`;
    const announced = { 'x-amz-trailer': 'x-amz-checksum-crc32' };

    it('are accepted, and their wrapping is not stored', async () => {
      const head = request('chunked', plain);
      expect((await send(head, signedChunks(owner, head, chunks))).status).to.equal(200);
      const object = await harness.engine.head({ bucket: 'workspace', key: 'chunked' });
      expect(object).to.include({ size: whole.length, etag: `"${createHash('md5').update(whole).digest('hex')}"` });
      expect(object!.attributes.headers).to.deep.equal({});
    });

    it('are accepted with a signed trailer', async () => {
      const head = request('trailer', trailing, announced);
      const trailers = { 'x-amz-checksum-crc32': crc.toString('base64') };
      const { status, headers } = await send(head, signedChunks(owner, head, chunks, trailers));
      expect(status).to.equal(200);
      expect(headers['x-amz-checksum-crc32']).to.equal(crc.toString('base64'));
    });

    it('are refused where one byte of one chunk is another', async () => {
      const head = request('flipped', plain);
      const body = signedChunks(owner, head, chunks);
      body[75_000]! ^= 1;
      await expectRefused(send(head, body), 403, 'SignatureDoesNotMatch');
      expect(await stored('flipped')).to.equal(false);
    });

    it('are refused where two chunks change places', async () => {
      const head = request('swapped', plain);
      const same = [Buffer.alloc(8_192, 'a'), Buffer.alloc(8_192, 'b'), Buffer.alloc(61_809, 'c')];
      const body = signedChunks(owner, head, same);
      const size = 8_192 + Buffer.byteLength(`2000;chunk-signature=${'0'.repeat(64)}\r\n\r\n`);
      const [first, second, rest] = [body.subarray(0, size), body.subarray(size, 2 * size), body.subarray(2 * size)];
      await expectRefused(send(head, Buffer.concat([second, first, rest])), 403, 'SignatureDoesNotMatch');
      expect(await stored('swapped')).to.equal(false);
    });

    it('are refused without signatures', async () => {
      const head = request('bare', plain);
      const body = Buffer.concat([
        Buffer.from(`${whole.length.toString(16)}\r\n`),
        whole,
        Buffer.from('\r\n0\r\n\r\n'),
      ]);
      await expectRefused(send(head, body), 403, 'SignatureDoesNotMatch');
    });

    it('are refused where the trailer was changed', async () => {
      const head = request('changed', trailing, announced);
      const body = signedChunks(owner, head, chunks, { 'x-amz-checksum-crc32': crc.toString('base64') });
      const changed = Buffer.from(body.toString('latin1').replace(crc.toString('base64'), 'AAAAAA=='), 'latin1');
      await expectRefused(send(head, changed), 403, 'SignatureDoesNotMatch');
      expect(await stored('changed')).to.equal(false);
    });

    it('are refused where the trailer was signed but is wrong', async () => {
      const head = request('wrong', trailing, announced);
      await expectRefused(
        send(head, signedChunks(owner, head, chunks, { 'x-amz-checksum-crc32': 'AAAAAA==' })),
        400,
        'BadDigest',
      );
      expect(await stored('wrong')).to.equal(false);
    });

    it('are refused where the trailer is missing', async () => {
      const head = request('missing', trailing, announced);
      await expectRefused(send(head, signedChunks(owner, head, chunks, {})), 400, 'InvalidRequest');
    });

    for (const [what, length] of [
      ['fewer', whole.length + 1],
      ['more', whole.length - 1],
    ] as const) {
      it(`are refused where they hold ${what} bytes than announced`, async () => {
        const head = request('length', plain, { 'x-amz-decoded-content-length': String(length) });
        await expectRefused(send(head, signedChunks(owner, head, chunks)), 400, 'IncompleteBody');
        expect(await stored('length')).to.equal(false);
      });
    }

    it('are refused where the last one is missing', async () => {
      const head = request('cut', plain);
      const body = signedChunks(owner, head, chunks);
      await expectRefused(send(head, body.subarray(0, body.length - 90)), 400, 'IncompleteBody');
      expect(await stored('cut')).to.equal(false);
    });

    it('are refused where more follows them', async () => {
      const head = request('more', plain);
      const body = Buffer.concat([signedChunks(owner, head, chunks), Buffer.from('more')]);
      await expectRefused(send(head, body), 400, 'InvalidRequest');
    });
  });

  describe('in a presigned URL', () => {
    const url = (
      key: string,
      method: string,
      more: { signer?: Signer; expires?: number; query?: Record<string, string> } = {},
    ) => presigned(more.signer ?? owner, { method, path: `/workspace/${key}`, host, ...more });
    const use = (method: string, path: string, body?: Buffer, headers = {}): Promise<WireAnswer> =>
      send({ method, path, headers: { host, ...headers } }, body);

    it('put and get without any other header', async () => {
      expect((await use('PUT', url('pre%20%C3%BC', 'PUT'), bytes)).status).to.equal(200);
      expect((await use('GET', url('pre%20%C3%BC', 'GET'))).body).to.equal(bytes.toString());
    });

    it('carry headers as parameters', async () => {
      const query = {
        'x-amz-meta-note': 'ä note',
        'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
      };
      expect((await use('PUT', url('meta', 'PUT', { query }), bytes)).status).to.equal(200);
      const object = await harness.engine.head({ bucket: 'workspace', key: 'meta' });
      expect(object).to.deep.include({ metadata: { note: 'ä note' }, sha256 });
      await expectRefused(use('PUT', url('meta2', 'PUT', { query }), Buffer.from('x')), 400, 'BadDigest');
    });

    it('can replace headers of the answer', async () => {
      await use('PUT', url('named', 'PUT'), bytes);
      const query = { 'response-content-disposition': 'attachment; filename="a b"', 'response-content-type': 'a/b' };
      const { headers } = await use('GET', url('named', 'GET', { query }));
      expect(headers).to.include({ 'content-disposition': 'attachment; filename="a b"', 'content-type': 'a/b' });
      const split = { 'response-content-type': 'a/b\r\nx-evil: 1' };
      await expectRefused(use('GET', url('named', 'GET', { query: split })), 400, 'InvalidArgument');
    });

    it('end when they say', async () => {
      const signer = { ...owner, at: minutes(-2) };
      expect((await use('PUT', url('lives', 'PUT', { signer, expires: 180 }), bytes)).status).to.equal(200);
      await expectRefused(use('PUT', url('dead', 'PUT', { signer, expires: 60 }), bytes), 403, 'AccessDenied');
      expect(await stored('dead')).to.equal(false);
    });

    it('from the future, or for more than seven days, are refused', async () => {
      const path = url('k', 'GET', { signer: { ...owner, at: minutes(16) } });
      await expectRefused(use('GET', path), 403, 'RequestTimeTooSkewed');
      const code = 'AuthorizationQueryParametersError';
      await expectRefused(use('GET', url('k', 'GET', { expires: 604_801 })), 400, code);
      await expectRefused(use('GET', url('k', 'GET', { expires: 0 })), 400, code);
    });

    it('are refused when tampered with', async () => {
      const path = url('k', 'GET');
      for (const changed of [
        path.replace('/workspace/k', '/workspace/other'),
        path.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
        `${path}&versionId=null`,
        path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ]) {
        await expectRefused(use('GET', changed), 403, 'SignatureDoesNotMatch');
      }
      await expectRefused(use('DELETE', path), 403, 'SignatureDoesNotMatch');
      await expectRefused(use('GET', path, undefined, { 'x-amz-copy-source': '/a/b' }), 403, 'AccessDenied');
    });

    it('are refused without one of their parameters', async () => {
      for (const name of ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature']) {
        const path = url('k', 'GET')
          .replace(new RegExp(`[?&]X-Amz-${name}=[^&]*`), '?')
          .replace('??', '?');
        const { status } = await use('GET', path);
        expect(status, name).to.be.oneOf([400, 403]);
      }
    });

    it('are refused beside a signature in the header', async () => {
      const path = url('k', 'GET');
      const { headers } = signed(owner, { method: 'GET', path, host });
      await expectRefused(send({ method: 'GET', path, headers }), 400, 'InvalidRequest');
    });

    it('open no more than the credentials behind them', async () => {
      await expectRefused(use('PUT', url('k', 'PUT', { signer: reader }), bytes), 403, 'AccessDenied');
    });
  });
});

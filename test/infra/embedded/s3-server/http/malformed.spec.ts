import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { openS3Harness, owner } from '../../../../support/s3/s3-harness.js';
import type { S3Harness } from '../../../../support/s3/s3-harness.js';
import { signed } from '../../../../support/s3/sigv4-signer.js';
import { errorCode, headOf, sendBytes, sendSigned } from '../../../../support/http/wire.js';
import type { WireAnswer } from '../../../../support/http/wire.js';
import { atDepth } from '../../../../support/random/depth.js';

const md5 = (body: string): string => createHash('md5').update(body).digest('base64');

describe('S3 endpoint: malformed requests', () => {
  let harness: S3Harness;
  let host: string;
  const failures: unknown[] = [];
  before(async () => {
    const log = { debug: () => undefined, error: (_: string, fields: unknown) => void failures.push(fields) };
    harness = await openS3Harness({ log });
    host = `127.0.0.1:${harness.port}`;
  });
  after(() => harness.close());
  afterEach(() => expect(failures, 'what the endpoint took for its own failure').to.deep.equal([]));

  const ask = (
    method: string,
    path: string,
    { body = '', headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
  ): Promise<WireAnswer> => sendSigned(harness.port, signed(owner, { method, path, host, headers }), body);
  const raw = (method: string, target: string): Promise<string> =>
    sendBytes(harness.port, `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it('of a method that nothing has are told which there are', async () => {
    const { status, headers } = await ask('PATCH', '/workspace/a');
    expect([status, headers['allow']]).to.deep.equal([405, 'GET, HEAD, PUT, POST, DELETE']);
  });

  describe('in their target', () => {
    for (const target of [
      '/workspace/%',
      '/workspace/%zz',
      '/workspace/%ff%fe',
      '/%c3',
      '/workspace?prefix=%e0%80',
      'http://host/x',
      '*',
    ]) {
      it(`as ${target} are refused before anything else`, async () => {
        expect(errorCode(await raw('GET', target))).to.equal('InvalidURI');
      });
    }

    it('as bytes that are no UTF-8 are refused, and as bytes that are, are read', async () => {
      const line = Buffer.concat([Buffer.from('GET /workspace/'), Buffer.from([0xff]), Buffer.from(' HTTP/1.1\r\n')]);
      const rest = `Host: ${host}\r\nConnection: close\r\n\r\n`;
      expect(errorCode(await sendBytes(harness.port, line, rest))).to.be.oneOf(['InvalidURI', 'BadRequest']);
    });

    it('never bring an answer above 499 or none at all', async () => {
      const target = fc.string({ unit: fc.constantFrom(...Array.from('/%?&=+.a\\:;~#-_0é')), maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'),
          target,
          async (method, text) => {
            const status = Number(
              /^HTTP\/1\.1 (\d+)/.exec(await raw(method, `/${text.replaceAll('é', '%C3%A9')}`))?.[1],
            );
            expect(status).to.be.within(400, 499);
          },
        ),
        { numRuns: atDepth(100) },
      );
    });

    it('never bring an answer of 500 to who signed them', async () => {
      const keys = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 });
      const names = fc.constantFrom(
        'list-type',
        'uploads',
        'uploadId',
        'partNumber',
        'delete',
        'attributes',
        'max-keys',
        'prefix',
        'acl',
        'versionId',
        'marker',
        'delimiter',
        'continuation-token',
        'encoding-type',
      );
      const query = fc.array(fc.tuple(names, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 3 });
      const methods = fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'HEAD');
      const escape = (text: string): string =>
        encodeURIComponent(text.toWellFormed()).replace(
          /[!'()*]/g,
          (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
        );
      await fc.assert(
        fc.asyncProperty(methods, fc.option(keys, { nil: '' }), query, async (method, key, pairs) => {
          const text = pairs.map(([name, value]) => `${name}=${escape(value)}`).join('&');
          const { status, body } = await ask(method, `/workspace/${escape(key)}${text === '' ? '' : `?${text}`}`);
          expect(status, body).to.not.equal(500);
          expect(errorCode(body)).to.not.equal('SignatureDoesNotMatch');
        }),
        { numRuns: atDepth(100) },
      );
    });
  });

  describe('in their head', () => {
    it('that are no HTTP are answered in XML and hung up on', async () => {
      const answer = await sendBytes(harness.port, 'this is no HTTP\r\n\r\n');
      expect(answer).to.match(/^HTTP\/1\.1 400 /);
      expect(errorCode(answer)).to.equal('BadRequest');
    });

    it('that are too long are refused', async () => {
      const answer = await sendBytes(harness.port, `GET / HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
      expect(answer).to.match(/^HTTP\/1\.1 431 /);
    });

    it('without a length are refused', async () => {
      const head = headOf(signed(owner, { method: 'PUT', path: '/workspace/k', host }), {
        'transfer-encoding': 'chunked',
        connection: 'close',
      });
      const answer = await sendBytes(harness.port, head, '1\r\nx\r\n0\r\n\r\n');
      expect(answer).to.match(/^HTTP\/1\.1 411 /);
      expect(errorCode(answer)).to.equal('MissingContentLength');
    });

    for (const [headers, code] of [
      [{ 'x-amz-content-sha256': 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD' }, 'InvalidRequest'],
      [{ 'x-amz-checksum-crc32': 'AAAAAA==', 'x-amz-checksum-sha1': 'x' }, 'InvalidRequest'],
      [{ 'x-amz-checksum-crc32': '====' }, 'InvalidRequest'],
      [{ 'x-amz-sdk-checksum-algorithm': 'SHA256' }, 'InvalidRequest'],
      [{ 'x-amz-sdk-checksum-algorithm': 'ROT13' }, 'InvalidRequest'],
      [{ 'x-amz-trailer': 'x-amz-checksum-crc32' }, 'InvalidRequest'],
      [{ 'x-amz-trailer': 'x-other' }, 'InvalidRequest'],
      [{ 'content-md5': 'x' }, 'InvalidDigest'],
    ] as const) {
      it(`with ${JSON.stringify(headers)} are refused with ${code}`, async () => {
        const payload = (headers as Record<string, string>)['x-amz-content-sha256'];
        const request = { method: 'PUT', path: '/workspace/odd', host, headers };
        const { status, body } = await sendSigned(
          harness.port,
          signed(owner, payload === undefined ? request : { ...request, payload }),
          'body',
        );
        expect([status, errorCode(body)]).to.deep.equal([400, code]);
        expect(await harness.engine.head({ bucket: 'workspace', key: 'odd' })).to.equal(null);
      });
    }

    it('that promise more than one upload may have are refused before it is read', async () => {
      const request = signed(owner, { method: 'PUT', path: '/workspace/huge', host });
      const answer = await sendBytes(
        harness.port,
        headOf(request, { 'content-length': '5497558138881', expect: '100-continue' }),
      );
      expect(errorCode(answer)).to.equal('EntityTooLarge');
    });
  });

  describe('in the coding of their chunks', () => {
    const chunked = (body: string | Buffer, length = '4') =>
      sendSigned(
        harness.port,
        signed(owner, {
          method: 'PUT',
          path: '/workspace/coded',
          host,
          payload: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
          headers: { 'x-amz-decoded-content-length': length },
        }),
        body,
      );

    it('are read where they are right', async () => {
      expect((await chunked('1\r\na\r\n3\r\nbcd\r\n0\r\n\r\n')).status).to.equal(200);
      expect((await chunked('4\r\nabcd\r\n0\r\nx-other: y\n\r\n\r\n')).status).to.equal(200);
    });

    for (const [what, body, code] of [
      ['no size', 'zz\r\nabcd\r\n0\r\n\r\n', 'InvalidRequest'],
      ['an endless size', `${'f'.repeat(30)}\r\nabcd`, 'InvalidRequest'],
      ['a size too large', '5\r\nabcd\r\n0\r\n\r\n', 'IncompleteBody'],
      ['a size too small', '3\r\nabcd\r\n0\r\n\r\n', 'IncompleteBody'],
      ['a line without an end', 'x'.repeat(10_000), 'InvalidRequest'],
      ['no last chunk', '4\r\nabcd\r\n', 'IncompleteBody'],
      ['nothing', '', 'IncompleteBody'],
      ['a trailer that is no header', '4\r\nabcd\r\n0\r\nnonsense\r\n\r\n', 'InvalidRequest'],
      [
        'too many trailers',
        `4\r\nabcd\r\n0\r\n${'a: b\r\n'.repeat(1)}${Array.from({ length: 20 }, (_, i) => `t${i}: b\r\n`).join('')}\r\n`,
        'InvalidRequest',
      ],
    ] as const) {
      it(`with ${what} are refused`, async () => {
        await harness.engine.delete('workspace', ['coded']);
        const { status, body: answer } = await chunked(body);
        expect([status, errorCode(answer)]).to.deep.equal([400, code]);
        expect(await harness.engine.head({ bucket: 'workspace', key: 'coded' })).to.equal(null);
      });
    }

    it('with no number for their length are refused', async () => {
      expect(errorCode(await chunked('0\r\n\r\n', 'many'))).to.equal('InvalidArgument');
    });
  });

  describe('in their XML', () => {
    const remove = (body: string): Promise<WireAnswer> =>
      ask('POST', '/workspace?delete', { body, headers: { 'content-md5': md5(body) } });

    it('are read with or without the namespace of S3', async () => {
      const body = '<Delete><Object><Key>a&amp;&#98;</Key></Object></Delete>';
      const { status, body: answer } = await remove(body);
      expect(status).to.equal(200);
      expect(answer).to.contain('<Deleted><Key>a&amp;b</Key></Deleted>');
    });

    for (const [what, body] of [
      ['nothing', ''],
      ['no XML', 'hello'],
      ['an end too early', '<Delete><Object><Key>a</Key>'],
      ['another root', '<Remove><Object><Key>a</Key></Object></Remove>'],
      ['no object', '<Delete></Delete>'],
      ['an empty key', '<Delete><Object><Key></Key></Object></Delete>'],
      ['an entity', '<!DOCTYPE d [<!ENTITY e "x">]><Delete><Object><Key>&e;</Key></Object></Delete>'],
      ['deep nesting', `${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`],
      ['a character that XML does not have', '<Delete><Object><Key>&#1;</Key></Object></Delete>'],
    ] as const) {
      it(`with ${what} are refused`, async () => {
        const { status, body: answer } = await remove(body);
        expect([status, errorCode(answer)]).to.deep.equal([400, 'MalformedXML']);
      });
    }

    it('without any checksum, or with a wrong one, are refused', async () => {
      const body = '<Delete><Object><Key>a</Key></Object></Delete>';
      expect(errorCode(await ask('POST', '/workspace?delete', { body }))).to.equal('InvalidRequest');
      const headers = { 'content-md5': md5('other') };
      expect(errorCode(await ask('POST', '/workspace?delete', { body, headers }))).to.equal('BadDigest');
    });

    it('that are too large are refused', async () => {
      const body = `<Delete>${' '.repeat(9 * 1024 ** 2)}</Delete>`;
      expect(errorCode(await remove(body))).to.equal('MaxMessageLengthExceeded');
    });

    it('under a condition are refused', async () => {
      const body = '<Delete><Object><Key>a</Key><ETag>x</ETag></Object></Delete>';
      expect(errorCode(await remove(body))).to.equal('NotImplemented');
    });
  });

  it('in S3 are answered with an escaped document that names resource and request', async () => {
    const { headers, body } = await ask('GET', '/workspace/a%26%3Cb%3E');
    expect(headers['content-type']).to.equal('application/xml');
    const id = headers['x-amz-request-id']!;
    expect(body).to.equal(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code>' +
        `<Message>there is no object workspace/a&amp;&lt;b&gt;</Message>` +
        `<Resource>/workspace/a%26%3Cb%3E</Resource><RequestId>${id}</RequestId></Error>`,
    );
  });
});

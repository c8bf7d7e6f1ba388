import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { openClients } from '../../../infra/s3/client.js';
import type { Clients } from '../../../infra/s3/clients.js';
import type { CopyPlan } from '../../../infra/s3/copying/copy-plan.js';
import { singleCopier } from '../../../infra/s3/copying/single-copy.js';

interface ReceivedRequest {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

const SHA256 = 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=';
const resultOf = (etag: string, sha256 = `<ChecksumSHA256>${SHA256}</ChecksumSHA256>`): string =>
  `<?xml version="1.0"?><CopyObjectResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><ETag>${etag}</ETag>${sha256}</CopyObjectResult>`;
const GOOD = resultOf('&quot;e-1&quot;');
const COPIED = { etag: '"e-1"', sha256: Buffer.from(SHA256, 'base64').toString('hex') };

const planOf = (key: string, replace: CopyPlan['replace'] = null): CopyPlan => ({
  source: { bucket: 'workspace', key: `from/${key}`, size: 3, etag: '"source"' },
  to: { bucket: 'repository', key },
  replace,
});

/** What differs between any two requests. */
const OWN = ['authorization', 'x-amz-date', 'host'];
const HEADERS = {
  connection: 'keep-alive',
  'content-length': '0',
  'x-amz-checksum-algorithm': 'SHA256',
  'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'x-amz-copy-source': 'workspace/from/a.txt',
  'x-amz-copy-source-if-match': '"source"',
  'x-amz-metadata-directive': 'COPY',
  'x-amz-security-token': 'token',
};

describe('a copy by one request', () => {
  let server: Server;
  let clients: Clients;
  let asked: ReceivedRequest[];
  /** What the next requests are answered with; all others are good. */
  let answers: ((response: ServerResponse) => unknown)[];
  beforeEach(async () => {
    [asked, answers] = [[], []];
    server = createServer(({ url, headers }, response) => {
      asked.push({ url, headers });
      const answer = answers.shift();
      if (answer === undefined) response.end(GOOD);
      else answer(response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    clients = openClients({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' },
      forcePathStyle: true,
    });
  });
  afterEach(() => {
    clients.close();
    server.closeAllConnections();
    server.close();
  });

  const requests: readonly (readonly [what: string, plan: CopyPlan, url: string, headers: IncomingHttpHeaders])[] = [
    ['that takes everything along', planOf('a.txt'), 'a.txt', {}],
    [
      'with odd names',
      planOf("a b/#1: 50%/(it's) *!/é 😀.txt"),
      'a%20b/%231%3A%2050%25/%28it%27s%29%20%2A%21/%C3%A9%20%F0%9F%98%80.txt',
      { 'x-amz-copy-source': "workspace/from/a%20b/%231%3A%2050%25/(it's)%20*!/%C3%A9%20%F0%9F%98%80.txt" },
    ],
    [
      'with a type and metadata',
      planOf('a.txt', { contentType: 'text/plain', metadata: { 'Original-Name': 'a' } }),
      'a.txt',
      { 'x-amz-metadata-directive': 'REPLACE', 'content-type': 'text/plain', 'x-amz-meta-original-name': 'a' },
    ],
    [
      'without a type',
      planOf('a.txt', { contentType: null, metadata: {} }),
      'a.txt',
      { 'x-amz-metadata-directive': 'REPLACE' },
    ],
    ['where nothing is', { ...planOf('a.txt'), onlyIf: 'absent' }, 'a.txt', { 'if-none-match': '*' }],
    ['over one object', { ...planOf('a.txt'), onlyIf: { etag: '"over"' } }, 'a.txt', { 'if-match': '"over"' }],
  ];
  for (const [what, plan, url, headers] of requests)
    it(`is one signed request: one ${what}`, async () => {
      expect(await singleCopier(clients)(plan)).to.deep.equal(COPIED);
      const sent = asked.map((each) => {
        const rest = Object.entries(each.headers).filter(([name]) => !OWN.includes(name));
        return { url: each.url, headers: Object.fromEntries(rest) };
      });
      expect(sent).to.deep.equal([{ url: `/repository/${url}`, headers: { ...HEADERS, ...headers } }]);
    });

  const passing: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    'a fault of the store': (response) => response.writeHead(500).end(),
    'an error with the status of a success': (response) =>
      response.end('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'),
    'nothing in an answer': (response) => response.end(),
    'no answer': (response) => response.destroy(),
  };
  for (const [what, answer] of Object.entries(passing))
    it(`is repeated after ${what}`, async () => {
      answers.push(answer);
      expect(await singleCopier(clients)(planOf('b.txt'))).to.deep.equal(COPIED);
      expect(asked).to.have.length(2);
    });

  it('fails with the error of the store, which says how often it was asked', async () => {
    const error = '<Error><Code>AccessDenied</Code><Message>not &quot;a.txt&#34; &#x26; not you</Message></Error>';
    answers.push(
      (response) => response.destroy(),
      (response) => response.writeHead(403).end(error),
    );
    const failure = await singleCopier(clients)(planOf('a.txt')).catch((thrown: unknown) => thrown);
    expect(failure).to.include({ name: 'AccessDenied', message: 'not "a.txt" & not you' });
    expect(failure).to.have.property('$metadata').that.includes({ httpStatusCode: 403, attempts: 2 });
  });

  it('is repeated no more than twice where its outcome is open', async () => {
    for (let time = 0; time < 3; time++) answers.push((response) => response.writeHead(500).end());
    const failure = await singleCopier(clients)(planOf('a.txt')).catch((thrown: unknown) => thrown);
    expect(failure).to.have.property('$metadata').that.includes({ httpStatusCode: 500, attempts: 3 });
  });

  it('has no digest where the store tells none', async () => {
    answers.push((response) => response.end(resultOf('&#34;e-1&#34;', '')));
    expect(await singleCopier(clients)(planOf('b.txt'))).to.deep.equal({ ...COPIED, sha256: null });
  });
});

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { openClients } from '../../../infra/s3/client.js';
import type { Clients } from '../../../infra/s3/clients.js';
import type { CopyPlan } from '../../../infra/s3/copying/copy-plan.js';
import { singleCopier } from '../../../infra/s3/copying/single-copy.js';

interface Asked {
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

const isOfSdk = ({ headers }: Asked): boolean => headers['user-agent']?.includes('aws-sdk') === true;
/** What differs between any two requests, or belongs to the SDK alone. */
const OWN = [
  'authorization',
  'x-amz-date',
  'user-agent',
  'x-amz-user-agent',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
];

describe('a copy by one request', () => {
  let server: Server;
  let clients: Clients;
  let asked: Asked[];
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

  const plans: Readonly<Record<string, CopyPlan>> = {
    'that takes everything along': planOf('a.txt'),
    'with odd names': planOf("a b/#1: 50%/(it's) *!/é 😀.txt"),
    'with a type and metadata': planOf('a.txt', { contentType: 'text/plain', metadata: { 'Original-Name': 'a' } }),
    'without a type': planOf('a.txt', { contentType: null, metadata: {} }),
    'where nothing is': { ...planOf('a.txt'), onlyIf: 'absent' },
    'over one object': { ...planOf('a.txt'), onlyIf: { etag: '"over"' } },
  };
  for (const [what, plan] of Object.entries(plans))
    it(`is the same request without the SDK as with it: one ${what}`, async () => {
      const copy = singleCopier(clients);
      const told = [await copy(plan), await copy(plan)];
      expect(told).to.deep.equal([COPIED, COPIED]);
      expect(asked.map(isOfSdk)).to.deep.equal([true, false]);
      const [bySdk, plainly] = asked.map(({ url, headers }) => {
        const rest = Object.entries(headers).filter(([name]) => !OWN.includes(name));
        return { url: url?.replace('?x-id=CopyObject', ''), headers: Object.fromEntries(rest) };
      });
      expect(plainly).to.deep.equal(bySdk);
    });

  const unusual: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    'another status': (response) => response.writeHead(500).end(),
    'an error with the status of a success': (response) =>
      response.end('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'),
    'an answer for a parser': (response) => response.end(resultOf('&lt;e&gt;')),
    nothing: (response) => response.destroy(),
  };
  for (const [what, answer] of Object.entries(unusual))
    it(`is asked for by the SDK again after ${what}`, async () => {
      const copy = singleCopier(clients);
      await copy(planOf('a.txt'));
      answers.push(answer);
      expect(await copy(planOf('b.txt'))).to.deep.equal(COPIED);
      expect(asked.map(isOfSdk)).to.deep.equal([true, false, true]);
    });

  it('has no digest where the store tells none', async () => {
    const copy = singleCopier(clients);
    await copy(planOf('a.txt'));
    answers.push((response) => response.end(resultOf('&#34;e-1&#34;', '')));
    expect(await copy(planOf('b.txt'))).to.deep.equal({ ...COPIED, sha256: null });
  });

  it('goes through the SDK after too many requests in vain', async () => {
    const copy = singleCopier(clients);
    await copy(planOf('a.txt'));
    for (let time = 1; time <= 10; time++) {
      answers.push((response) => response.writeHead(403).end());
      if (time > 8) answers.length = 0;
      await copy(planOf('b.txt'));
    }
    expect(asked.filter((each) => !isOfSdk(each))).to.have.length(8);
    expect(isOfSdk(asked.at(-1)!)).to.equal(true);
  });
});

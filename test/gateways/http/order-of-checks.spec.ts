import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { createApp } from '../../../gateways/http/app.js';
import { tokenIdentity } from '../../../gateways/identity/token-identity.js';
import type { VerifyToken } from '../../../gateways/identity/token-verifier.js';
import { whoAmI } from '../../../gateways/repository/who-am-i.js';
import { json, route } from '../../../gateways/http/route.js';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { memoryLog, serve, type LogLine, type Service } from '../service.js';

const responses = { default: { description: 'x', content: { 'application/json': { schema: {} } } } };

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'A small service', version: '1' },
  paths: {
    '/health': { get: { operationId: 'health', security: [], responses } },
    '/whoami': { get: { operationId: 'whoAmI', 'x-callers-without-name': true, responses } },
    '/things': {
      post: {
        operationId: 'makeThing',
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses,
      },
    },
  },
  components: {},
};

const away = Object.assign(new Error('the provider at https://secret.example is away'), { transient: true });

const verify: VerifyToken = (token) => {
  if (token === 'away') return Promise.reject(away);
  return Promise.resolve(token === 'good' ? { claims: { azp: 'unlisted' } } : { invalid: 'The token has expired.' });
};

describe('a service that wants tokens', () => {
  let service: Service;
  let lines: LogLine[];
  before(async () => {
    const memory = memoryLog();
    lines = memory.lines;
    const app = createApp({
      document,
      routes: [
        route('health', () => Promise.resolve(json(200, 'Healthy'))),
        whoAmI('workspace'),
        route('makeThing', ({ actor }) => Promise.resolve(json(200, actor))),
      ],
      identify: tokenIdentity(verify, new Map()),
      log: memory.log,
      bodyLimits: { most: 1000 },
    });
    service = await serve(app);
  });
  after(() => service.close());

  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(service.base + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const good = { authorization: 'Bearer good' };
  const named = { ...good, 'x-client-identity': 'importer' };

  it('asks whoever sends none for one, without an error in the challenge', async () => {
    const answer = await send('GET', '/whoami');
    expect(answer.status).to.equal(401);
    expect(answer.headers.get('www-authenticate')).to.equal('Bearer realm="muniment"');
    expect(answer.headers.get('content-type')).to.match(/^application\/problem\+json/);
    expect(await answer.json()).to.deep.equal({
      type: '/problems/unauthorized',
      title: 'Unauthorized',
      status: 401,
      detail: 'This request needs a bearer token.',
    });
  });

  it('says why a token does not hold', async () => {
    const answer = await send('GET', '/whoami', { authorization: 'Bearer old', 'x-client-identity': 'importer' });
    expect(answer.status).to.equal(401);
    expect(answer.headers.get('www-authenticate')).to.equal(
      'Bearer realm="muniment", error="invalid_token", error_description="The token has expired."',
    );
  });

  it('turns a caller without a name away, in the words of the specification', async () => {
    const answer = await send('POST', '/things', good, '{}');
    expect(answer.status).to.equal(401);
    expect(answer.headers.get('content-type')).to.match(/^text\/plain/);
    expect(await answer.text()).to.equal('Unauthorized: No valid user name or machine header');
    expect(answer.headers.get('link')).to.equal('</whoami>; rel="help"');
  });

  it('tells the same caller how it is seen', async () => {
    const answer = await send('GET', '/whoami', good);
    expect(answer.status).to.equal(200);
    const { advice, ...seen } = (await answer.json()) as { readonly advice: string };
    expect(seen).to.deep.equal({
      name: null,
      source: 'unknown',
      appId: 'unlisted',
      depositBucket: 'workspace',
    });
    expect(advice).to.match(
      /: send the header X-Client-Identity .* add the app id unlisted to MUNIMENT_KNOWN_CLIENTS\.$/,
    );
    const named = await send('GET', '/whoami', { ...good, 'x-client-identity': '..' });
    expect(await named.json())
      .to.have.property('advice')
      .that.matches(/: X-Client-Identity must be sent once, and hold a name of 1 to 256 characters/);
  });

  it('takes a named caller', async () => {
    const answer = await send('POST', '/things', { ...named, 'content-type': 'application/json' }, '{}');
    expect(await answer.json()).to.deep.equal({ agent: 'importer', source: 'header-fallback', appId: 'unlisted' });
  });

  it('lets everyone ask for its health, whatever token they send', async () => {
    expect((await send('GET', '/health')).status).to.equal(200);
    expect((await send('GET', '/Health', { authorization: 'Bearer old' })).status).to.equal(200);
    expect((await send('HEAD', '/health')).status).to.equal(200);
  });

  const faults: readonly [string, number, () => [string, string, string?]][] = [
    ['a path where nothing is', 404, () => ['GET', '/nowhere']],
    ['a path that cannot be read', 404, () => ['GET', '/%zz']],
    ['a method that is not possible', 405, () => ['DELETE', '/things']],
    ['a body that is no JSON', 415, () => ['POST', '/things', 'x']],
    ['a body that is missing', 400, () => ['POST', '/things']],
    ['a body that is too long', 413, () => ['POST', '/things', 'x'.repeat(2000)]],
  ];
  for (const [what, status, request] of faults) {
    it(`tells of ${what} only whom it lets in`, async () => {
      const [method, path, body] = request();
      expect((await send(method, path, named, body)).status).to.equal(status);
      expect((await send(method, path, {}, body)).status).to.equal(401);
      expect((await send(method, path, good, body)).status).to.equal(401);
    });
  }

  it('answers a stranger before the body has come', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write('POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{');
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).to.match(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it('answers 503 with Retry-After, and nothing of its inside, when it cannot judge a token at the moment', async () => {
    const answer = await send('GET', '/whoami', { authorization: 'Bearer away' });
    expect(answer.status).to.equal(503);
    expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
    expect(await answer.text()).to.not.contain('secret.example');
  });

  it('logs who asked, and why somebody was turned away', async () => {
    lines.length = 0;
    await (await send('GET', '/whoami', named)).text();
    await (await send('GET', '/whoami', { authorization: 'Bearer old' })).text();
    const told = lines.map(({ fields }) => [fields['caller'], fields['turnedAway']]);
    expect(told).to.deep.equal([
      ['importer', undefined],
      [null, 'The token has expired.'],
    ]);
    expect(JSON.stringify(lines)).to.not.contain('Bearer');
  });
});

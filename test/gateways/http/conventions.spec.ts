import { expect } from 'chai';
import { createApp } from '../../../gateways/http/app.js';
import { developmentIdentity } from '../../../gateways/http/identify.js';
import { json, noContent, route, type Call } from '../../../gateways/http/route.js';
import type { OpenApiDocument } from '../../../schemas/openapi-document.js';
import { memoryLog, rawRequest, serve, type LogLine, type Service } from '../service.js';

const ok = {
  '200': { description: 'ok', content: { 'application/json': { schema: {} } } },
  default: { description: 'x', content: { 'application/problem+json': { schema: {} } } },
};

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'A small service', version: '1' },
  paths: {
    '/Boxes/{boxId}/labels': {
      post: {
        operationId: 'label',
        parameters: [
          { name: 'boxId', in: 'path', schema: { type: 'string' }, ...{ required: true } },
          { name: 'dryRun', in: 'query', schema: { type: 'boolean', default: false } },
          { name: 'since', in: 'query', schema: { type: 'string', format: 'date-time' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'word', in: 'query', schema: { type: 'string' } },
          { name: 'paper', in: 'query', schema: { type: 'string', enum: ['Plain', 'Glossy'] } },
          {
            name: 'copies',
            in: 'query',
            schema: { type: 'integer', maximum: 9 },
            'x-problem': { title: 'Too many', detail: 'Nine copies at most.' },
          },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Label' } } },
        },
        responses: ok,
      },
      delete: {
        operationId: 'unlabel',
        parameters: [{ name: 'boxId', in: 'path', schema: { type: 'string' }, ...{ required: true } }],
        responses: { '204': { description: 'gone' } },
      },
    },
    '/places/{path}': {
      get: {
        operationId: 'place',
        parameters: [
          { name: 'path', in: 'path', 'x-rest-of-path': true, schema: { type: 'string' }, ...{ required: true } },
        ],
        responses: ok,
      },
      put: {
        operationId: 'putPlace',
        parameters: [
          { name: 'path', in: 'path', 'x-rest-of-path': true, schema: { type: 'string' }, ...{ required: true } },
        ],
        responses: ok,
      },
    },
    '/fails': {
      get: {
        operationId: 'fail',
        parameters: [{ name: 'code', in: 'query', schema: { type: 'string' } }],
        responses: ok,
      },
      post: {
        operationId: 'failToWrite',
        parameters: [
          { name: 'code', in: 'query', schema: { type: 'string' } },
          { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
        ],
        responses: ok,
      },
    },
  },
  components: {
    schemas: {
      Label: {
        type: 'object',
        properties: {
          colour: { type: ['string', 'null'], enum: ['Red', 'Green', null] },
          printed: { type: 'string', format: 'date-time' },
          inner: { type: 'array', items: { type: 'object', properties: { isDir: { type: 'boolean' } } } },
        },
      },
    },
  },
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
};

class Fault extends Error {
  readonly code: string;
  readonly transient: boolean;
  constructor(code: string) {
    super('secret: /var/lib/store');
    this.code = code;
    this.transient = code === 'away';
  }
}

describe('the conventions of both services', () => {
  let service: Service;
  let lines: LogLine[];
  const calls: Call[] = [];

  before(async () => {
    const { log, lines: logged } = memoryLog();
    lines = logged;
    const echo = (call: Call) => {
      calls.push(call);
      return Promise.resolve(json(200, { params: call.params, query: call.query, body: call.body, path: call.path }));
    };
    const app = createApp({
      document,
      routes: [
        route('label', echo),
        route('unlabel', () => Promise.resolve(noContent())),
        route('place', echo),
        route('putPlace', echo),
        ...['fail', 'failToWrite'].map((name) =>
          route<{ code: string }>(name, ({ query }) => Promise.reject(new Fault(query.code))),
        ),
      ],
      identify: developmentIdentity('dev'),
      log,
      bodyLimits: { most: 10_000 },
      validateResponses: true,
    });
    service = await serve(app);
  });
  after(() => service.close());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(service.base + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });

  const detailOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { detail: unknown }).detail;
  const described = (violation: string): string =>
    `The request does not have the form that is described: ${violation}.`;

  const echoed = async (answer: Response | Promise<Response>) =>
    (await (await answer).json()) as {
      params: Record<string, string>;
      query: Record<string, unknown>;
      body: unknown;
      path: string;
    };

  it('match literal segments in any casing, and leave parameters as they are', async () => {
    const { params, path } = await echoed(post('/bOXES/AbC/LABELS', {}));
    expect({ params, path }).to.deep.equal({ params: { boxId: 'AbC' }, path: '/Boxes/AbC/labels' });
  });

  it('match query parameter names and booleans in any casing, coerce them and fill in defaults', async () => {
    const { query } = await echoed(post('/boxes/a/labels?DRYRUN=True&Limit=7', {}));
    expect(query).to.deep.include({ dryRun: true, limit: 7 });
    expect((await echoed(post('/boxes/a/labels', {}))).query).to.deep.equal({ dryRun: false });
  });

  it('match the words of a query parameter in any casing, and no others', async () => {
    expect((await echoed(post('/boxes/a/labels?paper=gLOSSY', {}))).query).to.deep.include({ paper: 'Glossy' });
    expect((await post('/boxes/a/labels?paper=thick', {})).status).to.equal(400);
  });

  it('answer a refused query parameter with the problem that the document has for it', async () => {
    for (const value of ['10', 'x', '', '1e999']) {
      const answer = await post(`/boxes/a/labels?Copies=${value}`, {});
      const problem: unknown = await answer.json();
      const type = '/problems/bad-request';
      expect(problem).to.deep.equal({ type, title: 'Too many', status: 400, detail: 'Nine copies at most.' });
    }
    const { detail } = (await (await post('/boxes/a/labels?copies=1&limit=0', {})).json()) as { detail: string };
    expect(detail).to.contain('limit');
  });

  for (const value of ['1e2', '0x1', '10.0', ' 7', '+7', '', '9'.repeat(400)])
    it(`refuse '${value.slice(0, 9)}' for a whole number`, async () => {
      const answer = await post(`/boxes/a/labels?limit=${encodeURIComponent(value)}`, {});
      expect([answer.status, await detailOf(answer)]).to.deep.equal([
        400,
        described('query/limit must be a whole number'),
      ]);
    });

  const violations: readonly [string, unknown, string][] = [
    ['?limit=1&Limit=1', {}, 'The query parameter limit is given more than once.'],
    ['?limit=0', {}, described('query/limit must be >= 1')],
    ['?paper=thick', {}, described('query/paper must be Plain or Glossy')],
    ['?since=soon', {}, described('query/since must be a date, or a date and time such as 2026-03-04T05:06:07Z')],
    ['?dryRun=maybe', {}, described('query/dryRun must be true or false')],
    ['', { colour: 'blue' }, described('body/colour must be Red, Green or null')],
    ['', { colour: 1 }, described('body/colour must be a string or null')],
    ['', { inner: 'x' }, described('body/inner must be an array')],
    ['', [1], described('body must be an object')],
  ];
  for (const [query, body, detail] of violations)
    it(`tell what is wrong with ${query || JSON.stringify(body)}`, async () => {
      expect(await detailOf(await post(`/boxes/a/labels${query}`, body))).to.equal(detail);
    });

  it('take every character in a query parameter', async () => {
    const text = "a b+c*d:/?#[]@!$&'(),;=%%20e";
    const at = `${service.base}/boxes/a/labels?word=${encodeURIComponent(text)}`;
    const headers = { 'content-type': 'application/json' };
    expect((await echoed(fetch(at, { method: 'POST', body: '{}', headers }))).query['word']).to.equal(text);
    expect((await echoed(post('/boxes/a/labels?word=a+b', {}))).query['word']).to.equal('a b');
  });

  it('ignore query parameters that nobody described', async () => {
    expect((await echoed(post('/boxes/a/labels?showForm=1&%E0=x', {}))).query).to.deep.equal({ dryRun: false });
  });

  it('take moments without a zone, and bare dates, for UTC', async () => {
    const { query, body } = await echoed(
      post('/boxes/a/labels?Since=2025-09-09', { Printed: '2025-09-09T11:09:44.1234567' }),
    );
    expect(query['since']).to.equal('2025-09-09T00:00:00Z');
    expect(body).to.deep.equal({ printed: '2025-09-09T11:09:44.1234567Z' });
  });

  it('match body property names and enumerated words in any casing, at every depth, and keep the unknown', async () => {
    const { body } = await echoed(
      post('/boxes/a/labels', { COLOUR: 'gREEN', Inner: [{ IsDir: true, Extra: 1 }], More: [] }),
    );
    expect(body).to.deep.equal({ colour: 'Green', inner: [{ isDir: true, Extra: 1 }], More: [] });
  });

  it('are not fooled by a property named __proto__', async () => {
    const { body } = await echoed(post('/boxes/a/labels', '{"__proto__":{"colour":"Red"}}'));
    expect(JSON.stringify(body)).to.equal('{"__proto__":{"colour":"Red"}}');
  });

  const problems: readonly [string, number, () => Promise<Response>][] = [
    ['a missing body', 400, () => fetch(`${service.base}/boxes/a/labels`, { method: 'POST' })],
    ['an empty body', 400, () => post('/boxes/a/labels', '')],
    ['broken JSON', 400, () => post('/boxes/a/labels', '{"colour":')],
    [
      'text that is not UTF-8',
      400,
      () =>
        fetch(`${service.base}/boxes/a/labels`, {
          method: 'POST',
          body: new Uint8Array([0x22, 0xff, 0x22]),
          headers: { 'content-type': 'application/json' },
        }),
    ],
    ['half a surrogate pair in a text', 400, () => post('/boxes/a/labels', '{"more":[{"a":"x\\ud800"}]}')],
    ['half a surrogate pair in a name', 400, () => post('/boxes/a/labels', '{"x\\uDFFF":1}')],
    ['a body of the wrong JSON type', 400, () => post('/boxes/a/labels', '[1]')],
    ['a property of the wrong type', 400, () => post('/boxes/a/labels', { inner: 'x' })],
    ['a word outside an enumeration', 400, () => post('/boxes/a/labels', { colour: 'blue' })],
    ['a query value of the wrong type', 400, () => post('/boxes/a/labels?limit=many', {})],
    ['a query value beyond all numbers', 400, () => post('/boxes/a/labels?limit=1e999', {})],
    ['a negative query value beyond all numbers', 400, () => post('/boxes/a/labels?limit=-1e999', {})],
    ['a query value that says so', 400, () => post('/boxes/a/labels?limit=Infinity', {})],
    ['a query value given twice', 400, () => post('/boxes/a/labels?limit=1&limit=2', {})],
    ['another content type', 415, () => post('/boxes/a/labels', '{}', { 'content-type': 'text/plain' })],
    [
      'another charset',
      415,
      () => post('/boxes/a/labels', '{}', { 'content-type': 'application/json; charset=latin1' }),
    ],
    ['a body that is too long', 413, () => post('/boxes/a/labels', { more: 'x'.repeat(20_000) })],
    ['an unknown path', 404, () => fetch(`${service.base}/nowhere`)],
    ['the root, where there is no resource', 404, () => fetch(`${service.base}/`)],
    ['a bad escape in a path', 400, () => fetch(`${service.base}/places/a%zz`)],
    ['an escaped slash in a single name', 400, () => post('/boxes/a%2Fb/labels', {})],
    ['an empty segment between escaped slashes', 400, () => fetch(`${service.base}/places/a%2F%2Fb`)],
    ['an escaped NUL in a path', 400, () => fetch(`${service.base}/places/a%00b`)],
    ['an empty segment in a path', 400, () => fetch(`${service.base}/places/a//b`)],
    ['an unknown method', 405, () => fetch(`${service.base}/boxes/a/labels`, { method: 'PUT' })],
  ];
  for (const [what, status, ask] of problems) {
    it(`answer ${what} with ${status}, a problem document and a correlation id`, async () => {
      const answer = await ask();
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('content-type')).to.match(/^application\/problem\+json/);
      expect(answer.headers.get('x-correlation-id')).to.match(/^[0-9a-f-]{36}$/);
      const document = (await answer.json()) as Record<string, unknown>;
      expect(document['status']).to.equal(status);
      expect(document['title']).to.equal(TITLES[status]);
      expect(document['detail']).to.be.a('string').that.is.not.empty;
    });
  }

  it('take a surrogate pair that is written in escapes', async () => {
    const { body } = await echoed(post('/boxes/a/labels', '{"more":"\\ud83d\\udce6"}'));
    expect(body).to.deep.equal({ more: '📦' });
  });

  it('answer text that no fact can hold with 413', async () => {
    const answer = await fetch(`${service.base}/fails?code=append-too-large`);
    expect(answer.status).to.equal(413);
    expect(await answer.json()).to.deep.include({
      detail: 'A text of this request is longer than the service can record; nothing was changed.',
    });
  });

  it('name the methods that a path takes in Allow', async () => {
    const answer = await fetch(`${service.base}/boxes/a/labels`);
    expect(answer.headers.get('allow')).to.equal('POST, DELETE');
    expect(await answer.json()).to.deep.equal({
      type: '/problems/method-not-allowed',
      title: 'Method Not Allowed',
      status: 405,
      detail: 'GET is not allowed here; POST and DELETE are.',
    });
    const place = await fetch(`${service.base}/places/a`, { method: 'DELETE' });
    expect(place.headers.get('allow')).to.equal('GET, HEAD, PUT');
  });

  for (const [what, path] of [
    ['segments', 'a/'.repeat(2_000)],
    ['characters', 'b'.repeat(4_097)],
  ] as const) {
    it(`answer a path of too many ${what} before any handler is asked, with 404 to who reads and 400 to others`, async () => {
      const before = calls.length;
      for (const [method, status] of [
        ['GET', 404],
        ['HEAD', 404],
        ['PUT', 400],
      ] as const) {
        const answer = await fetch(`${service.base}/places/${path}`, { method });
        expect(answer.status, method).to.equal(status);
        expect((await answer.text()).length).to.be.below(300);
      }
      expect(calls).to.have.length(before);
    });
  }

  it('refuse dot segments instead of following them', async () => {
    expect(await rawRequest(service.port, 'GET /places/a/../b')).to.match(/^HTTP\/1.1 400 /);
    expect(await rawRequest(service.port, 'GET /places/a/%2e%2e')).to.match(/^HTTP\/1.1 400 /);
  });

  it('read a request line that names the whole URL', async () => {
    expect(await rawRequest(service.port, 'GET http://elsewhere/places/a')).to.match(/^HTTP\/1.1 200 /);
  });

  it('answer a request line that names no path with 400', async () => {
    expect(await rawRequest(service.port, 'GET *')).to.match(/^HTTP\/1.1 400 /);
  });

  it('answer HEAD wherever there is GET, without the content', async () => {
    const answer = await fetch(`${service.base}/places/a`, { method: 'HEAD' });
    expect(answer.status).to.equal(200);
    expect(await answer.text()).to.equal('');
  });

  for (const name of ['a b', '50%', 'c+d', 'Ärger & Söhne', 'e\u0301', '📦 #1', "it's (1)", 'a?b', 'x;y=z,w']) {
    it(`decode the name ${JSON.stringify(name)} once, and only once`, async () => {
      const { params } = await echoed(fetch(`${service.base}/places/top/${encodeURIComponent(name)}/tail`));
      expect(params['path']).to.equal(`top/${name}/tail`);
    });
  }

  it('take escaped slashes in a path for plain ones, and escape nothing twice', async () => {
    const { params, path } = await echoed(fetch(`${service.base}/places/a%2Fb%2fc/d%252Fe`));
    expect(params['path']).to.equal('a/b/c/d%2Fe');
    expect(path).to.equal('/places/a/b/c/d%252Fe');
  });

  it('read the written form of # as #', async () => {
    const { params } = await echoed(fetch(`${service.base}/places/no-_-percent-23-_-1`));
    expect(params['path']).to.equal('no#1');
  });

  it('forgive one slash at the end', async () => {
    expect((await echoed(fetch(`${service.base}/places/a/b/`))).params['path']).to.equal('a/b');
  });

  it('echo the correlation id of the request, and replace one that cannot stand in a header', async () => {
    const echoed = await fetch(`${service.base}/nowhere`, { headers: { 'x-correlation-id': 'abc-123' } });
    expect(echoed.headers.get('x-correlation-id')).to.equal('abc-123');
    const replaced = await fetch(`${service.base}/nowhere`, { headers: { 'x-correlation-id': 'a b' } });
    expect(replaced.headers.get('x-correlation-id')).to.match(/^[0-9a-f-]{36}$/);
  });

  it('log one line for a request, with the names that the caller gave', async () => {
    const headers = { 'x-correlation-id': 'one-line', 'x-requested-by': 'the-tests' };
    await (await fetch(`${service.base}/places/a`, { headers })).text();
    const mine = lines.filter(({ fields }) => fields['correlationId'] === 'one-line');
    expect(
      mine.map(({ level, fields }) => [level, fields['operation'], fields['status'], fields['requestedBy']]),
    ).to.deep.equal([['info', 'place', 200, 'the-tests']]);
  });

  it('give the same command id to the same key, and another to everything else', async () => {
    const idOf = async (path: string, key?: string): Promise<string> => {
      await post(path, {}, key === undefined ? {} : { 'idempotency-key': key });
      return calls.at(-1)!.commandId;
    };
    const first = await idOf('/boxes/a/labels', 'k');
    expect(await idOf('/Boxes/a/Labels', 'k')).to.equal(first);
    expect(await idOf('/boxes/%61/labels', 'k')).to.equal(first);
    expect(await idOf('/boxes/b/labels', 'k')).to.not.equal(first);
    expect(await idOf('/boxes/a/labels', 'other')).to.not.equal(first);
    expect(await idOf('/boxes/a/labels')).to.not.equal(await idOf('/boxes/a/labels'));
  });

  const faults: readonly [string, number, string | null][] = [
    ['unheard-of', 500, null],
    ['store-full', 507, null],
    ['away', 503, '5'],
    ['revision-conflict', 503, '5'],
  ];
  for (const [code, status, retryAfter] of faults) {
    it(`answer a fault ${code} with ${status}, an id that the log knows, and nothing of its inside`, async () => {
      const answer = await fetch(`${service.base}/fails?code=${code}`);
      const text = await answer.text();
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('retry-after')).to.equal(retryAfter);
      expect(text).to.not.contain('secret');
      const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0];
      expect(lines.some(({ fields }) => fields['fault'] === id)).to.equal(true);
    });
  }

  it('tell who may have written without an Idempotency-Key to look first, and others to send it again', async () => {
    const failedBy = async (request: RequestInit) =>
      (await (await fetch(`${service.base}/fails?code=away`, request)).json()) as { detail: string; advice?: string };
    const unkeyed = await failedBy({ method: 'POST' });
    expect(unkeyed.detail).to.match(/^The service cannot do this at the moment\. Fault /);
    expect(unkeyed.advice).to.match(/^The request may have been carried out, or may still be\./);
    for (const request of [{ method: 'GET' }, { method: 'POST', headers: { 'idempotency-key': 'k' } }]) {
      const { detail, advice } = await failedBy(request);
      expect([detail, advice].join()).to.match(
        /at the moment; the same request can be sent again\. Fault [0-9a-f-]+\.,$/,
      );
    }
  });
});

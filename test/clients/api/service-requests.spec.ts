import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { stub } from 'sinon';
import { ApiFault } from '../../../clients/api/api-fault.js';
import { realRetryContext } from '../../../clients/api/with-retries.js';
import { serviceRequests } from '../../../clients/api/service-requests.js';

const KEY = { 'idempotency-key': 'k' };

describe('requests of a client to a service', () => {
  let server: Server;
  let address: string;
  let answers: ((request: IncomingMessage, response: ServerResponse) => void)[];
  let asked: string[];
  let sent: string[];
  let waits: number[];
  let said: string[];
  let client: ReturnType<typeof serviceRequests>;

  const ok = (_: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
  const away =
    (status: number, headers: Record<string, string> = {}) =>
    (_: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(status, headers).end('{"detail":"Not now."}');
  const cut = (request: IncomingMessage): void => void request.socket.destroy();
  const cutHalfWay = (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{');
    setImmediate(() => response.destroy());
  };

  beforeEach(async () => {
    [answers, asked, sent, waits, said] = [[], [], [], [], []];
    let now = 0;
    server = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      let body = '';
      request
        .on('data', (chunk) => (body += String(chunk)))
        .on('end', () => {
          sent.push(body);
          answer?.(request, response);
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = serviceRequests({
      retries: {
        now: () => now,
        pause: (ms) => {
          waits.push(ms);
          now += ms;
          return Promise.resolve();
        },
        notify: (text) => void said.push(text),
      },
    });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const requestOf = (method: string, init: RequestInit = {}): Request =>
    new Request(`${address}/x`, { method, ...init });

  const call = (method: string, headers: Record<string, string> = {}, body?: unknown): Promise<unknown> =>
    client.send(requestOf(method, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })).then(
      (response) => response.json(),
      (error: unknown) => (error as Error).message,
    );

  it('asks again, and says so once, when it is told to come back or loses the connection', async () => {
    answers = [away(503), cut, cutHalfWay, away(429), ok];
    expect(await call('GET')).to.deep.equal({ a: 1 });
    expect(asked).to.have.length(5);
    expect(said).to.deep.equal(['GET /x was answered with 503: Not now. Trying again for up to a minute.']);
  });

  it('asks again in a browser, too, whose errors name no cause', async () => {
    const failed = stub(globalThis, 'fetch').callThrough();
    failed.onFirstCall().rejects(new TypeError('Failed to fetch'));
    try {
      answers = [ok];
      expect(await call('POST', KEY, { b: 2 })).to.deep.equal({ a: 1 });
      expect(said).to.deep.equal(['POST /x was not answered: Failed to fetch. Trying again for up to a minute.']);
    } finally {
      failed.restore();
    }
  });

  it('says at once that a request cannot be sent', async () => {
    const own = serviceRequests({ authHeaders: () => Promise.resolve({ authorization: 'a\nb' }) });
    const fault: unknown = await own.send(requestOf('GET')).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(ApiFault).and.to.include({ status: 0, transient: false });
    expect((fault as Error).message).to.match(/^GET \/x cannot be sent: /);
    expect(asked).to.have.length(0);
  });

  it('leaves it to its caller to ask again, where that is wanted', async () => {
    for (const answer of [cut, cutHalfWay, away(503)]) {
      [answers, asked] = [[answer, ok], []];
      const fault: unknown = await client.sendOnce(requestOf('GET')).catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(ApiFault).and.to.include({ transient: true });
      expect(asked).to.have.length(1);
    }
  });

  it('sends a write again under its key, and no other one', async () => {
    answers = [away(503), ok];
    expect(await call('POST', KEY, { b: 2 })).to.deep.equal({ a: 1 });
    expect(sent).to.deep.equal(['{"b":2}', '{"b":2}']);
    answers = [away(503), ok];
    expect(await call('POST', {}, { b: 2 })).to.equal('POST /x was answered with 503: Not now.');
    expect(asked).to.have.length(3);
  });

  it('waits ever longer, and at least for as long as it is asked to', async () => {
    answers = [away(503), away(503), away(503), away(503, { 'retry-after': '20' }), ok];
    await call('GET');
    expect(waits[1]).to.be.above(waits[0] ?? 0);
    expect(waits[2]).to.be.above(waits[1] ?? 0);
    expect(waits[3]).to.equal(20_000);
  });

  it('gives up after a minute with what was last answered', async () => {
    answers = [away(503)];
    expect(await call('GET')).to.equal('GET /x was answered with 503: Not now.');
    const waited = waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).to.be.above(40_000).and.at.most(60_000);
    answers = [away(503, { 'retry-after': '3600' })];
    asked = [];
    await call('GET');
    expect(asked).to.have.length(1);
  });

  it('waits for as long as the answers tell of a progress that moves, and says so once', async () => {
    const at = (percent: number) => (_: IncomingMessage, response: ServerResponse) =>
      void response
        .writeHead(503, { 'retry-after': '50' })
        .end(JSON.stringify({ detail: 'Slow.', progress: { percent } }));
    answers = [away(503), at(1), at(2), at(3), at(4), ok];
    expect(await call('GET')).to.deep.equal({ a: 1 });
    expect(said).to.deep.equal([
      'GET /x was answered with 503: Not now. Trying again for up to a minute.',
      'GET /x was answered with 503: Slow. Waiting as long as there is progress.',
    ]);
    answers = [at(5), at(5), at(5)];
    asked = [];
    expect(await call('GET')).to.equal('GET /x was answered with 503: Slow.');
    expect(asked).to.have.length(2);
  });

  it('asks no second time after a refusal', async () => {
    for (const status of [400, 404, 409, 500, 507]) {
      asked = [];
      answers = [away(status), ok];
      expect(await call('GET')).to.equal(`GET /x was answered with ${status}: Not now.`);
      expect(asked, String(status)).to.have.length(1);
    }
  });

  it('tells all that a refusal says', async () => {
    const problem = {
      title: 'Conflict',
      status: 409,
      detail: 'It is held.',
      advice: 'Wait.',
      holder: { what: 'import job j', by: 'Clara', since: '2026-11-21T06:00:00Z' },
    };
    answers = [
      (_, response) =>
        void response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify(problem)),
    ];
    const fault: unknown = await client.send(requestOf('GET')).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(ApiFault).and.to.deep.include({
      message: 'GET /x was answered with 409: It is held.: import job j, by Clara since 2026-11-21T06:00:00Z',
      status: 409,
      title: 'Conflict',
      detail: 'It is held.',
      advice: 'Wait.',
      holder: problem.holder,
      transient: false,
      retryAfterMs: 0,
    });
  });

  it('reports what is no problem document as it came', async () => {
    for (const text of ['Not now', 'null', '"x"', '']) {
      answers = [(_, response) => void response.writeHead(400).end(text)];
      expect(await call('GET'), text).to.equal(`GET /x was answered with 400: ${text}`);
    }
  });

  it('shows who asks with each attempt', async () => {
    const tokens = ['first', 'second'];
    const shown: (string | undefined)[] = [];
    const own = serviceRequests({
      authHeaders: () => Promise.resolve({ authorization: tokens.shift() ?? '' }),
      retries: { now: () => 0, pause: () => Promise.resolve(), notify: () => undefined },
    });
    const show =
      (then: (typeof answers)[number]): (typeof answers)[number] =>
      (request, response) => {
        shown.push(request.headers.authorization);
        then(request, response);
      };
    answers = [show(away(503)), show(ok)];
    await own.send(requestOf('GET'));
    expect(shown).to.deep.equal(['first', 'second']);
  });

  describe('that are answered with 401', () => {
    const refusing = (request: IncomingMessage, response: ServerResponse): void => {
      shown.push(request.headers.authorization);
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="x", error="invalid_token"' }).end('No');
    };
    let shown: (string | undefined)[];
    let refusals: unknown[];
    beforeEach(() => {
      shown = [];
      refusals = [];
    });
    const own = (better: () => Promise<string>) =>
      serviceRequests({
        authHeaders: async (refused) => {
          if (refused === undefined) return { authorization: 'old' };
          refusals.push(refused);
          return { authorization: await better() };
        },
      });

    it('are sent once more, with their body, if there are better headers', async () => {
      const taking = (request: IncomingMessage, response: ServerResponse): void => {
        shown.push(request.headers.authorization);
        response.end('ok');
      };
      answers = [refusing, taking];
      const asking = own(() => Promise.resolve('new')).send(requestOf('POST', { body: 'all of it' }));
      expect((await asking).status).to.equal(200);
      expect(shown).to.deep.equal(['old', 'new']);
      expect(sent).to.deep.equal(['all of it', 'all of it']);
      const challenge = 'Bearer realm="x", error="invalid_token"';
      expect(refusals).to.have.length(1);
      expect(refusals[0]).to.deep.include({ method: 'POST', sent: { authorization: 'old' }, challenge });
      expect(refusals[0]).to.have.nested.property('fault.status', 401);
    });

    it('fail as they were answered if there are none', async () => {
      answers = [refusing];
      const error = await own(() => Promise.resolve('old'))
        .send(requestOf('GET'))
        .catch((each: unknown) => each);
      expect(error).to.include({ status: 401, transient: false });
      expect(shown).to.deep.equal(['old']);
    });

    it('fail with what the user is told', async () => {
      answers = [refusing, refusing];
      const told = new Error('Log in again.');
      const asked = own(() => (refusals.length === 1 ? Promise.resolve('new') : Promise.reject(told)));
      expect(await asked.send(requestOf('GET')).catch((error: unknown) => error)).to.equal(told);
      expect(shown).to.deep.equal(['old', 'new']);
    });
  });

  it('shows who asks to no other origin to which it is redirected', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('taken');
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    answers = [(_, response) => void response.writeHead(307, { location }).end()];
    const own = serviceRequests({ authHeaders: () => Promise.resolve({ authorization: 'Bearer own' }) });
    await own.send(requestOf('GET'));
    expect(seen).to.deep.equal([undefined]);
    other.close();
  });

  it('asks no more once its signal aborts, while it waits for an answer or to ask again', async () => {
    const reason = new Error('enough');
    const aborting = new AbortController();
    answers = [() => aborting.abort(reason)];
    const asking = client.send(requestOf('GET', { signal: aborting.signal }));
    expect(await asking.catch((error: unknown) => error)).to.equal(reason);

    const again = new AbortController();
    answers = [away(503)];
    const real = serviceRequests({ retries: { ...realRetryContext(), notify: () => again.abort(reason) } });
    const waiting = real.send(requestOf('GET', { signal: again.signal }));
    expect(await waiting.catch((error: unknown) => error)).to.equal(reason);
    expect(asked).to.have.length(2);
  });
});

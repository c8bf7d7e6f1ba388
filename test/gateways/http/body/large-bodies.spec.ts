import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createApp } from '../../../../gateways/http/app.js';
import { developmentIdentity, type Identify } from '../../../../gateways/http/identify.js';
import { json, route } from '../../../../gateways/http/route.js';
import { readOpenApi, type OpenApiDocument } from '../../../../schemas/openapi-document.js';
import { memoryLog, serve, type Service } from '../../service.js';
import { bodyTurns as turnsForBodies } from '../../../../gateways/http/body/read-body.js';
import { until } from '../../../support/scheduling/until.js';
import { semaphore, type Semaphore } from '../../../../flow/sharing/semaphore.js';

const LIMIT = 2_000_000;

/** The real description of posted jobs and of locks, behind which handlers tell what they were given. */
const document = (): OpenApiDocument => {
  const { paths, ...rest } = readOpenApi('preservation');
  const posted = ['/deposits/{depositId}/importjobs', '/deposits/{depositId}/lock'].map((path) => {
    const { parameters, post } = paths[path] ?? {};
    if (parameters === undefined || post === undefined) throw new Error(`nothing is posted to ${path}`);
    return [path, { parameters, post }] as const;
  });
  return { ...rest, paths: Object.fromEntries(posted) };
};

interface Job {
  readonly archivalGroupName?: string;
}

/** Callers are the agents that they name. */
const named: Identify = ({ values }) => {
  const actor = { agent: values('x-agent')[0] ?? '', source: 'user', appId: null } as const;
  return Promise.resolve({ caller: { actor, appId: null, depositBucket: null } });
};

interface Otherwise {
  readonly deadlineMs?: number;
  readonly bodyTurns?: Semaphore;
  readonly identify?: Identify;
  readonly answer?: (job: Job) => Promise<object>;
}

const open = (small: number, { answer = (job) => Promise.resolve(job), ...more }: Otherwise = {}): Promise<Service> =>
  serve(
    createApp({
      document: document(),
      routes: [
        route<unknown, Job>('createImportJob', async ({ body }) => json(201, await answer(body))),
        route('lockDeposit', ({ query, body }) => Promise.resolve(json(200, { query, body: body ?? null }))),
      ],
      identify: developmentIdentity('dev'),
      log: memoryLog().log,
      bodyLimits: { most: LIMIT, small },
      ...more,
    }),
  );

const TYPE = { 'content-type': 'application/json' };
/** An object with lists in each other, so many. */
const nested = (levels: number): string => `{"more":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const binaries = (count: number): { id: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: `/repository/group/letter ${index} 📦` }));

describe('a large body, read in a thread,', () => {
  let small: Service;
  let large: Service;

  before(async () => {
    small = await open(Infinity);
    large = await open(0);
  });
  after(() => Promise.all([small.close(), large.close()]));

  const post = (service: Service, body: string | Uint8Array, headers: Record<string, string> = TYPE, query = '') =>
    fetch(`${service.base}/deposits/d1/importjobs${query}`, { method: 'POST', body, headers });

  const alike: readonly [string, number, string | Uint8Array, Record<string, string>?][] = [
    ['a job', 201, JSON.stringify({ archivalGroupName: 'Letters', binariesToAdd: binaries(3) })],
    ['names in any casing, and nulls', 201, '{"ArchivalGroupName":"Ä","BinariesToAdd":[{"ID":"x"}],"IsUpdate":null}'],
    ['what nobody described', 201, '{"more":{"__proto__":{"a":1}}}'],
    ['a moment without a zone', 201, '{"created":"2025-09-09T11:09:44"}'],
    ['a compressed body', 201, gzipSync('{"archivalGroupName":"Letters"}'), { ...TYPE, 'content-encoding': 'gzip' }],
    ['a broken compressed body', 400, Buffer.from('no'), { ...TYPE, 'content-encoding': 'gzip' }],
    ['an unknown compression', 415, '{}', { ...TYPE, 'content-encoding': 'lzw' }],
    ['broken JSON', 400, '{"binariesToAdd":['],
    ['text that is not UTF-8', 400, Buffer.from([0x22, 0xff, 0x22])],
    ['half a surrogate pair', 400, '{"archivalGroupName":"x\\ud800"}'],
    ['a body of the wrong JSON type', 400, '[1]'],
    ['what nobody described, nested as deep as bodies may be', 201, nested(255)],
    ['brackets in texts, which nest nothing', 201, JSON.stringify({ more: `\\"${'['.repeat(300)}` })],
    ['a body nested one level deeper', 400, nested(256)],
    ['a body nested too deep for one thread to tell another of', 400, nested(3_300)],
    ['a body nested too deep for any thread', 400, nested(200_000)],
    ['a text that is longer than can be recorded', 413, JSON.stringify({ archivalGroupName: 'x'.repeat(300_000) })],
    ['one in a list', 413, JSON.stringify({ binariesToAdd: [{ id: 'x'.repeat(300_000) }] })],
    ['a long text that nobody described', 201, JSON.stringify({ more: 'x'.repeat(300_000) })],
    ['properties of the wrong types', 400, '{"binariesToAdd":[{"id":1},{"size":"x"}],"isUpdate":"perhaps"}'],
    ['another content type', 415, '{}', { 'content-type': 'text/plain' }],
    ['a header that the document forbids', 400, '{}', { ...TYPE, 'idempotency-key': 'x'.repeat(500) }],
    ['a body that is too long', 413, JSON.stringify({ more: 'x'.repeat(LIMIT) })],
  ];
  for (const [what, status, body, headers] of alike) {
    it(`gets the answer of a small one: ${what}, ${status}`, async () => {
      const [here, there] = await Promise.all([post(small, body, headers), post(large, body, headers)]);
      expect([here.status, there.status]).to.deep.equal([status, status]);
      expect(await there.json()).to.deep.equal(await here.json());
    });
  }

  it('reaches its operation whole, as an object with long lists and as a list', async () => {
    const { paths, ...rest } = readOpenApi('preservation');
    const posted = (path: string) => [path, { post: paths[path]?.post, parameters: paths[path]?.parameters }] as const;
    const edits = ['/deposits/{depositId}/mets', '/deposits/{depositId}/mets/delete'].map(posted);
    const service = await serve(
      createApp({
        document: { ...rest, paths: Object.fromEntries(edits) } as OpenApiDocument,
        routes: ['addToMets', 'deleteFromMets'].map((name) =>
          route(name, ({ body }) => Promise.resolve(json(200, { body }))),
        ),
        identify: developmentIdentity('dev'),
        log: memoryLog().log,
        bodyLimits: { most: LIMIT, small: 0 },
      }),
    );
    try {
      const names = binaries(1_234).map(({ id }) => id);
      const selection = { deleteFromMets: true, items: names.map((path) => ({ path, isDir: false })), '': [1] };
      for (const [path, body] of [
        ['mets', names],
        ['mets', ['a']],
        ['mets/delete', selection],
      ] as const) {
        const request = { method: 'POST', body: JSON.stringify(body), headers: TYPE };
        const answer = await fetch(`${service.base}/deposits/d1/${path}`, request);
        expect(await answer.json()).to.have.deep.property('body', body);
      }
    } finally {
      await service.close();
    }
  });

  it('is no matter to an operation that takes none', async () => {
    const answer = await fetch(`${large.base}/deposits/d1/lock?force=true`, {
      method: 'POST',
      body: 'x'.repeat(LIMIT),
      headers: { 'content-type': 'text/plain', 'content-encoding': 'lzw' },
    });
    expect(await answer.json()).to.deep.equal({ query: { force: true }, body: null });
  });

  it('that is too long is refused with the limit, and with what to do', async () => {
    const answer = await post(small, JSON.stringify({ more: 'x'.repeat(LIMIT) }));
    const advice =
      'Post the files in several jobs, or post a reference to the diff of the deposit, which may have any number of files.';
    expect(await answer.json()).to.have.property('detail', `The body is longer than ${LIMIT} bytes. ${advice}`);
  });

  /** A body of which the first part has arrived, and no more. */
  const begun = async (service: Service, agent = ''): Promise<ClientRequest> => {
    const headers = { ...TYPE, 'x-agent': agent };
    const sending = httpRequest(`${service.base}/deposits/d1/importjobs`, { method: 'POST', headers });
    sending.on('error', () => undefined);
    sending.write('{"archivalGroupName":"');
    await once(sending, 'socket');
    return sending;
  };

  it('gives its place back when its client breaks off', async () => {
    const broken = await begun(large);
    broken.destroy();
    expect((await post(large, '{}')).status).to.equal(201);
  });

  it('that arrives slowly keeps its caller from sending another, and nobody else', async () => {
    const service = await open(0, { identify: named });
    const slow = await begun(service, 'a');
    const ended = once(slow, 'response');
    const order: string[] = [];
    const send = async (agent: string): Promise<void> => {
      const { status } = await post(service, '{}', { ...TYPE, 'x-agent': agent });
      order.push(`${agent} ${status}`);
    };
    await send('b');
    const own = send('a');
    await send('b');
    slow.end('"}');
    const [answer] = (await ended) as [IncomingMessage];
    answer.resume();
    await own;
    expect([answer.statusCode, order]).to.deep.equal([201, ['b 201', 'b 201', 'a 201']]);
    await service.close();
  });

  it('is read and checked in time or not at all, and then gives its turn to the next', async () => {
    const bodyTurns = semaphore(1, { ms: 60_000 });
    const hurried = await open(0, { deadlineMs: 1, bodyTurns });
    const patient = await open(0, { bodyTurns });
    const answers = await Promise.all([post(hurried, '{}'), post(hurried, '{}')]);
    expect(answers.map(({ status }) => status)).to.deep.equal([503, 503]);
    expect((await post(patient, '{}')).status).to.equal(201);
    await Promise.all([hurried.close(), patient.close()]);
  });

  it('gives its turn back once its request has been dealt with, however slowly the answer is read', async () => {
    const bodyTurns = semaphore(1, { ms: 60_000 });
    const answer = () => Promise.resolve({ text: 'x'.repeat(50_000_000) });
    const service = await open(0, { bodyTurns, answer });
    const unread = connect(service.port, '127.0.0.1').pause();
    unread.write('POST /deposits/d1/importjobs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
    unread.write('Content-Length: 2\r\n\r\n{}');
    await once(unread, 'readable');
    const next = await post(service, '{}');
    expect(next.status).to.equal(201);
    await next.body?.cancel();
    unread.destroy();
    await service.close();
  });

  it('of one caller leaves a turn to others, however many it sends', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const answer = async (job: Job) => (job.archivalGroupName === 'held' ? held.then(() => job) : job);
    const bodyTurns = turnsForBodies();
    const service = await open(0, { answer, identify: named, bodyTurns });
    const send = async (agent: string, archivalGroupName: string) =>
      (await post(service, JSON.stringify({ archivalGroupName }), { ...TYPE, 'x-agent': agent })).status;
    const own = ['held', 'held', 'held'].map((name) => send('a', name));
    await until('a body waits', () => bodyTurns.stalledMs() > 0);
    expect(await send('b', 'served')).to.equal(201);
    release();
    expect(await Promise.all(own)).to.deep.equal([201, 201, 201]);
    await service.close();
  });

  it('waits its turn beside others, and every one is answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, (_, index) => post(large, JSON.stringify({ archivalGroupName: `Letters ${index}` }))),
    );
    const names = await Promise.all(answers.map(async (each) => ((await each.json()) as Job).archivalGroupName));
    expect(names).to.deep.equal(Array.from({ length: 3 }, (_, index) => `Letters ${index}`));
  });
});

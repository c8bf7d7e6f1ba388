import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { openProbedStore } from '../../../infra/s3/probing/open-probed-store.js';
import { probeStore } from '../../../infra/s3/probing/probe.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { silent } from '../../workers/support/log-of-facts.js';
import { S3Error } from '../../../infra/embedded/s3-server/http/s3-error.js';
import { openS3Harness, owner, type S3Harness } from '../../support/s3/s3-harness.js';

const settingsAt = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: owner,
  forcePathStyle: true,
  patienceMs: 100,
});

const withStore = async (wrap: (engine: ObjectEngine) => ObjectEngine, use: (harness: S3Harness) => Promise<void>) => {
  const harness = await openS3Harness({ wrap });
  try {
    await use(harness);
  } finally {
    await harness.close();
  }
};

/** As some servers do it: no word of the condition, and the put is made. */
const ignoringConditions =
  (ignores: (onlyIf: unknown) => boolean) =>
  (engine: ObjectEngine): ObjectEngine => ({
    ...engine,
    commit: (staged, at, options) =>
      engine.commit(staged, at, { ...options, onlyIf: ignores(options.onlyIf) ? undefined : options.onlyIf }),
  });

type Copy = Parameters<ObjectEngine['copy']>;

const answering = async (answer: (request: IncomingMessage) => number, use: (endpoint: string) => Promise<void>) => {
  const server = createServer((request, response) => {
    const body = 'x-amz-copy-source' in request.headers ? '<CopyObjectResult><ETag>"e"</ETag></CopyObjectResult>' : '';
    request.resume().on('end', () => response.writeHead(answer(request), { etag: '"e"' }).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('the probe of an S3 store', () => {
  it('finds all of S3 where it is, and leaves nothing behind', () =>
    withStore(
      (engine) => engine,
      async ({ endpoint, engine }) => {
        const abilities = await probeStore(settingsAt(endpoint), { bucket: 'workspace', prefix: 'staging/' });
        expect(abilities).to.deep.equal({
          conditionalPuts: true,
          conditionalCopies: true,
          keys: 'any',
          sha256OfCopies: true,
        });
        for await (const { key } of engine.list('workspace', '')) expect.fail(`${key} was left behind`);
      },
    ));

  it('finds out that keys are file paths', () =>
    withStore(
      (engine) => engine,
      async ({ endpoint, engine }) => {
        const abilities = await probeStore(settingsAt(endpoint), { bucket: 'repository', prefix: '' });
        expect(abilities).to.include({ keys: 'paths' });
        for await (const { key } of engine.list('repository', '')) expect.fail(`${key} was left behind`);
      },
    ));

  for (const [what, ignores] of [
    ['If-None-Match', (onlyIf: unknown) => onlyIf === 'absent'],
    ['If-Match', (onlyIf: unknown) => typeof onlyIf === 'object'],
    ['every condition', () => true],
  ] as const) {
    it(`finds out a store that ignores ${what}, whose conditions are looked at instead`, () =>
      withStore(ignoringConditions(ignores), async ({ endpoint }) => {
        const warnings: string[] = [];
        const log = { ...silent, warn: (message: string) => void warnings.push(message) };
        const store = await openProbedStore(settingsAt(endpoint), { bucket: 'workspace', prefix: '' }, log);
        expect(warnings).to.deep.equal([
          'The object store ignores conditional writes: METS files cannot be edited on it',
        ]);
        expect(store.keepsConditions).to.equal(false);
        const at = { bucket: 'workspace', key: 'k' };
        const { etag } = await store.put(at, Buffer.from('1'), { onlyIf: 'absent' });
        for (const onlyIf of ['absent', { etag: '"other"' }] as const)
          expect(await failureOf(store.put(at, Buffer.from('2'), { onlyIf }))).to.include({
            code: 'precondition-failed',
          });
        await store.put(at, Buffer.from('2'), { onlyIf: { etag } });
        store.close();
      }));
  }

  for (const [what, copying] of [
    [
      'ignores',
      (engine: ObjectEngine, [from, to, options]: Copy) => engine.copy(from, to, { ...options, onlyIf: undefined }),
    ],
    [
      'does not implement',
      (engine: ObjectEngine, [from, to, options]: Copy) => {
        if (options.onlyIf !== undefined) throw new S3Error('NotImplemented', 'no conditions here');
        return engine.copy(from, to, options);
      },
    ],
  ] as const) {
    it(`finds out a store that ${what} conditions of copies alone, which are looked at instead`, () =>
      withStore(
        (engine) => ({ ...engine, copy: async (...args) => copying(engine, args) }),
        async ({ endpoint }) => {
          const store = await openProbedStore(settingsAt(endpoint), { bucket: 'workspace', prefix: '' }, silent);
          expect(store.keepsConditions).to.equal(true);
          const [from, to] = ['from', 'to'].map((key) => ({ bucket: 'workspace', key }));
          const { etag } = await store.put(from!, Buffer.from('1'));
          for (const onlyIf of ['absent', { etag }] as const) {
            await store.copy(from!, to!, { onlyIf });
            for (const failing of ['absent', { etag: '"other"' }] as const)
              expect(await failureOf(store.copy(from!, to!, { onlyIf: failing }))).to.include({
                code: 'precondition-failed',
              });
          }
          store.close();
        },
      ));
  }

  it('refuses a store that takes a body under the checksum of another', () =>
    answering(
      () => 200,
      async (endpoint) => {
        const failure = await failureOf(probeStore(settingsAt(endpoint), { bucket: 'b', prefix: '' }));
        expect(failure).to.include({ code: 'store-unfit' });
        expect((failure as Error).message).to.contain('SHA-256');
      },
    ));

  it('refuses a store that copies another source than the one that was pinned', () =>
    answering(
      ({ url = '' }) => (url.includes('/checksum') ? 400 : 200),
      async (endpoint) => {
        const failure = await failureOf(probeStore(settingsAt(endpoint), { bucket: 'b', prefix: '' }));
        expect(failure).to.include({ code: 'store-unfit' });
        expect((failure as Error).message).to.contain('entity tag');
      },
    ));

  it('tells a store that is away, or that denies, as a fault', async () => {
    const away = await failureOf(probeStore(settingsAt('http://127.0.0.1:1'), { bucket: 'b', prefix: '' }));
    expect(away).to.be.instanceOf(ByteStoreFault).and.include({ code: 'store-unavailable', transient: true });
    await answering(
      () => 403,
      async (endpoint) => {
        const denied = await failureOf(probeStore(settingsAt(endpoint), { bucket: 'b', prefix: '' }));
        expect(denied).to.be.instanceOf(ByteStoreFault).and.include({ code: 'store-denied', transient: false });
      },
    );
  });
});

import { expect } from 'chai';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Position } from '../../../events/envelope.js';
import { openMongoDocumentStore, type MongoDocumentStore } from '../../../infra/mongodb/document-store.js';
import { failureOf } from '../../support/failure-of.js';

const shape = { name: 'letters', indexes: [['writer']], queries: {} };
const generation = { number: 1, version: 1 };
const position = '1' as Position;
const TIMEOUT_MS = 300;

const listen = async (onConnection: (socket: Socket) => void): Promise<Server> => {
  const server = createServer(onConnection);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** Every call of the port, each as a request of its own. */
const calls = (store: MongoDocumentStore): Record<string, () => Promise<unknown>> => ({
  get: async () => (await store.open(shape, generation)).get('a'),
  load: async () => (await store.open(shape, generation)).load(['a']),
  save: async () => (await store.open(shape, generation)).save([{ key: 'a', doc: {}, position }]),
  find: async () => (await store.open(shape, generation)).find({ where: { all: [] } }),
  count: async () => (await store.open(shape, generation)).count({ all: [] }),
  prepare: () => store.prepare(shape, generation),
  register: () => store.register('letters'),
  takePen: () => store.acquireLease('letters', 'ada', { epoch: 0, holder: null }),
  reach: () => store.saveCheckpoint('letters', 1, generation, { position }),
  sweep: () => store.sweepGenerations('letters'),
  request: () => store.requestRebuild('letters'),
  ping: () => store.ping(),
});

describe('a MongoDB that is away', () => {
  const sockets: Socket[] = [];
  let server: Server;
  let store: MongoDocumentStore;
  const openAt = (each: Server): MongoDocumentStore => {
    const { port } = each.address() as AddressInfo;
    return openMongoDocumentStore({ url: `mongodb://127.0.0.1:${port}`, timeoutMs: TIMEOUT_MS });
  };
  afterEach(async () => {
    await store.close();
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  const expectFaults = async (): Promise<void> => {
    const asked = Object.entries(calls(store)).map(async ([name, call]) => {
      const fault: unknown = await failureOf(call());
      expect(fault, name).to.include({ code: 'store-unavailable', transient: true });
    });
    await Promise.all(asked);
  };

  it('makes every call fail in bounded time when nobody listens', async () => {
    server = await listen(() => undefined);
    store = openAt(server);
    server.close();
    await expectFaults();
  });

  it('makes every call fail in bounded time when it takes connections and says nothing', async () => {
    server = await listen((socket) => sockets.push(socket));
    store = openAt(server);
    await expectFaults();
  });

  it('does not keep a process from opening it, nor a mistaken address', () => {
    store = openMongoDocumentStore({ url: 'mongodb://127.0.0.1:1/other?appName=x' });
    expect(() => openMongoDocumentStore({ url: 'http://127.0.0.1' })).to.throw();
  });
});

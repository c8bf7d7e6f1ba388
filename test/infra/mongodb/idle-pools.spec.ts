import { createRequire } from 'node:module';
import { expect } from 'chai';
import sinon from 'sinon';
import { restIdlePools } from '../../../infra/mongodb/idle-pools.js';

interface Pool {
  ensureMinPoolSize(): void;
}

/** A pool of the driver without connections, which counts how often it looks. */
const poolOf = (poolState: string, looked: () => void): Pool => {
  const { ConnectionPool } = createRequire(import.meta.url)('mongodb/lib/cmap/connection_pool') as {
    ConnectionPool: { readonly prototype: Pool };
  };
  const parts = {
    poolState,
    options: { minPoolSize: 0, minPoolSizeCheckFrequencyMS: 100, maxConnecting: 2 },
    connections: { prune: looked },
    totalConnectionCount: 0,
    pendingConnectionCount: 0,
  };
  return Object.create(ConnectionPool.prototype, Object.getOwnPropertyDescriptors(parts)) as Pool;
};

describe('a pool of connections of the MongoDB driver', () => {
  let clock: sinon.SinonFakeTimers;
  before(restIdlePools);
  beforeEach(() => void (clock = sinon.useFakeTimers({ shouldClearNativeTimers: true })));
  afterEach(() => clock.restore());

  it('looks every ten seconds for connections to close', () => {
    let looks = 0;
    poolOf('ready', () => looks++).ensureMinPoolSize();
    clock.tick(60_000);
    expect(looks).to.equal(7);
  });

  it('looks for none while it is not ready', () => {
    let looks = 0;
    poolOf('paused', () => looks++).ensureMinPoolSize();
    clock.tick(60_000);
    expect([looks, clock.countTimers()]).to.deep.equal([0, 0]);
  });
});

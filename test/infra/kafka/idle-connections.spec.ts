import { createRequire } from 'node:module';
import { expect } from 'chai';
import sinon from 'sinon';
import { restIdleConnections } from '../../../infra/kafka/idle-connections.js';

interface Queue {
  throttleCheckTimeoutId?: NodeJS.Timeout | null;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
  push(request: object): void;
  checkPendingRequests(): void;
}

/** A queue of requests of the client, as one connection has it. */
const queueOf = (isConnected: () => boolean, limits: object = {}): Queue => {
  const log = { debug: () => undefined, warn: () => undefined };
  const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (_: object) => Queue;
  return new RequestQueue({
    ...{ clientId: 'a', broker: 'b:1', isConnected, logger: log },
    ...{ maxInFlightRequests: 1, requestTimeout: 1_000, enforceRequestTimeout: true, ...limits },
  });
};

/** A request that tells when it is sent, and when it failed. */
const requestOf = (correlationId: number, sent: number[], failed: number[] = [], requestTimeout = 0) => ({
  correlationId,
  entry: { correlationId, reject: () => void failed.push(correlationId) },
  expectResponse: true,
  requestTimeout,
  sendRequest: () => void sent.push(correlationId),
});

describe('a connection of the Kafka client', () => {
  before(restIdleConnections);

  it('sets no timer while no request waits', () => {
    const queue = queueOf(() => true);
    queue.checkPendingRequests();
    expect(queue.throttleCheckTimeoutId ?? null).to.equal(null);
  });

  it('looks again for a request that waits', () => {
    const sent: number[] = [];
    const queue = queueOf(() => true);
    queue.push(requestOf(1, sent));
    queue.push(requestOf(2, sent));
    expect(sent).to.deep.equal([1]);
    expect(queue.throttleCheckTimeoutId ?? null).to.not.equal(null);
    clearTimeout(queue.throttleCheckTimeoutId ?? undefined);
  });

  describe('that waits for answers', () => {
    let clock: sinon.SinonFakeTimers;
    let timers: number;
    beforeEach(() => {
      clock = sinon.useFakeTimers();
      timers = 0;
      const { setTimeout: set } = globalThis;
      sinon.replace(globalThis, 'setTimeout', ((act: () => void, ms: number) => {
        timers++;
        return set(act, ms);
      }) as typeof setTimeout);
    });
    afterEach(() => {
      sinon.restore();
      clock.restore();
    });

    it('gives each of them up when its time is over, and looks no more often', () => {
      const failed: number[] = [];
      const queue = queueOf(() => true, { maxInFlightRequests: null });
      queue.scheduleRequestTimeoutCheck();
      clock.tick(300);
      queue.push(requestOf(1, [], failed));
      queue.push(requestOf(2, [], failed, 2_500));
      clock.tick(999);
      expect(failed).to.deep.equal([]);
      clock.tick(3);
      expect(failed).to.deep.equal([1]);
      clock.tick(1_490);
      expect(failed).to.deep.equal([1]);
      clock.tick(10);
      expect(failed).to.deep.equal([1, 2]);
      const before = timers;
      clock.tick(60_000);
      expect(timers - before).to.be.at.most(60);
      queue.destroy();
    });

    it('looks no more once it is closed', () => {
      let isConnected = true;
      const queue = queueOf(() => isConnected);
      queue.scheduleRequestTimeoutCheck();
      isConnected = false;
      clock.tick(2_000);
      expect(clock.countTimers()).to.equal(0);
    });
  });
});

import { createRequire } from 'node:module';
import { expect } from 'chai';
import { restIdleConnections } from '../../../infra/kafka/idle-connections.js';

interface Queue {
  throttleCheckTimeoutId?: NodeJS.Timeout | null;
  push(request: object): void;
  checkPendingRequests(): void;
}

/** A queue of requests of the client, as one connection has it. */
const queueOf = (isConnected: () => boolean): Queue => {
  const log = { debug: () => undefined, warn: () => undefined };
  const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (_: object) => Queue;
  return new RequestQueue({
    ...{ clientId: 'a', broker: 'b:1', isConnected, logger: log },
    ...{ maxInFlightRequests: 1, requestTimeout: 1_000, enforceRequestTimeout: false },
  });
};

/** A request that tells when it is sent. */
const requestOf = (correlationId: number, sent: number[]) => ({
  correlationId,
  entry: { correlationId },
  expectResponse: true,
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
});

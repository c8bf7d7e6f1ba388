import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { followEvents } from '../../../clients/console/api/live-events.js';

/** An answer: its events, or a status. */
type Answer = readonly { readonly id: string }[] | number;

describe('a stream of events that a page follows', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })));
  afterEach(() => clock.restore());

  /** Follows a server with these answers, one after the other; where each request began, null for its beginning. */
  const followed = async (answers: readonly Answer[]) => {
    const begun: (string | null)[] = [];
    const server: Server = createServer(({ headers }, response) => {
      const answer = answers[begun.length] ?? [{ id: 'ended' }];
      begun.push((headers['last-event-id'] as string | undefined) ?? null);
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.end(answer.map(({ id }) => `id: ${id}\ndata: {}\n\n`).join(''));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const seen: string[] = [];
    const over = new AbortController();
    const { port } = server.address() as AddressInfo;
    const following = followEvents(`http://127.0.0.1:${port}/`, new AbortController().signal, {
      onEvent: ({ id }) => void seen.push(id),
    }).finally(() => over.abort());
    while (!over.signal.aborted) await clock.tickAsync(100);
    await following;
    server.closeAllConnections();
    server.close();
    return { begun, seen };
  };

  it('goes on after the last event where the stream ends, or the server does not answer', async () => {
    const { begun, seen } = await followed([[{ id: '1' }, { id: '2' }], 503]);
    expect(begun).to.deep.equal([null, '2', '2']);
    expect(seen).to.deep.equal(['1', '2', 'ended']);
  });

  it('goes on from its beginning where the server does not know the last event any more', async () => {
    const { begun } = await followed([[{ id: '7' }], 400]);
    expect(begun).to.deep.equal([null, '7', null]);
  });
});

import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { startTestPlatform } from '../../../support/platform/test-platform.js';
import { sentEvents, type SentEvent } from '../../../support/http/server-sent-events.js';
import { openedOnce } from '../../../support/platform/opened.js';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly position: string;
  readonly data: { readonly name?: string };
}

const eventOf = ({ data }: SentEvent): Event => JSON.parse(data) as Event;

describe('a stream of events', () => {
  const platform = openedOnce(startTestPlatform, (each) => each.remove());
  const opened: AbortController[] = [];
  afterEach(() => opened.splice(0).forEach((each) => each.abort()));

  const open = async (query: string, headers: Record<string, string> = {}) => {
    const left = new AbortController();
    opened.push(left);
    const response = await fetch(`${platform.ready.preservation}/events${query}`, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: left.signal,
    });
    return { response, leave: () => left.abort() };
  };
  const take = async (messages: AsyncGenerator<SentEvent>, count: number): Promise<SentEvent[]> => {
    const taken: SentEvent[] = [];
    while (taken.length < count) {
      const result = await messages.next();
      if (result.done === true) break;
      taken.push(result.value);
    }
    return taken;
  };
  const create = (name: string) => platform.call('PUT', `/repository/${name}`);
  const namesOf = (messages: readonly SentEvent[]): unknown[] => messages.map((each) => eventOf(each).data.name);

  it('has what happened before, then what happens, each message with its position as id', async () => {
    await create('before');
    const { response } = await open('?topics=containers');
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).to.equal('no-store');
    const messages = sentEvents(response);
    const first = await take(messages, 2);
    expect(namesOf(first)).to.include('before');
    for (const message of first) {
      expect(message.id).to.equal(eventOf(message).position);
      expect(message.event).to.equal(eventOf(message).type);
    }
    await create('meanwhile');
    expect(namesOf(await take(messages, 2))).to.include('meanwhile');
  });

  it('continues after Last-Event-ID without losing or repeating an event, whatever happened meanwhile', async () => {
    const seen: string[] = [];
    const position = (await platform.call<{ position: string }>('GET', '/events?after=latest')).body.position;
    let last = position;
    for (let round = 0; round < 5; round++) {
      await create(`round-${round}-a`);
      const { response, leave } = await open('?topics=containers', { 'last-event-id': last });
      const [message] = await take(
        sentEvents(response, (id) => (last = id)),
        1,
      );
      if (message !== undefined) {
        seen.push(eventOf(message).id);
        last = message.id;
      }
      leave();
      await create(`round-${round}-b`);
    }
    const { response } = await open('?topics=containers', { 'last-event-id': last });
    const expected = await platform.call<{ events: Event[] }>('GET', `/events?topics=containers&after=${position}`);
    const rest = await take(sentEvents(response), expected.body.events.length - seen.length);
    expect([...seen, ...rest.map((each) => eventOf(each).id)]).to.deep.equal(expected.body.events.map(({ id }) => id));
  });

  it('tells a reader of rare events how far it has come', async () => {
    const { response } = await open('?topics=exports');
    const head = (await platform.call<{ position: string }>('GET', '/events?after=latest')).body.position;
    const ids: string[] = [];
    const reading = sentEvents(response, (id) => ids.push(id))
      .next()
      .catch(() => undefined);
    while (ids.at(-1) === undefined || (ids.at(-1) ?? '') < head) await create(`rare-${ids.length}-${Date.now()}`);
    opened.splice(0).forEach((each) => each.abort());
    await reading;
  });

  it('is refused as JSON where its position is wrong', async () => {
    const { response } = await open('', { 'last-event-id': 'nonsense' });
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([
      400,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('has room for others however many readers one address has', async () => {
    const agent = new Agent({ keepAlive: false });
    const read = async (localAddress: string): Promise<IncomingMessage> => {
      const headers = { accept: 'text/event-stream' };
      const left = new AbortController();
      opened.push(left);
      const { signal } = left;
      const sent = get(`${platform.ready.preservation}/events`, { localAddress, headers, agent, signal });
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.on('error', () => undefined); // it is aborted at the end
      return answer;
    };
    const statuses: unknown[] = [];
    while (statuses.length < 256 && (statuses.at(-1) ?? 200) === 200)
      statuses.push((await read('127.0.0.3')).statusCode);
    expect((await read('127.0.0.2')).statusCode).to.equal(200);
    const refused = await read('127.0.0.3');
    expect([refused.statusCode, refused.headers['retry-after']]).to.deep.equal([429, '5']);
    expect(await text(refused))
      .to.include('32')
      .and.include('Close');
  });

  it('has no body for HEAD, and leaves nothing open', async () => {
    const answer = await fetch(`${platform.ready.preservation}/events`, {
      method: 'HEAD',
      headers: { accept: 'text/event-stream' },
    });
    expect([answer.status, await answer.text()]).to.deep.equal([200, '']);
  });

  it('ends when the platform stops, which does not wait for its readers', async () => {
    const other = await startTestPlatform();
    const response = await fetch(`${other.ready.preservation}/events`, { headers: { accept: 'text/event-stream' } });
    const ended = take(sentEvents(response), Infinity).then(() => 'the reader');
    const stopped = other.remove().then(() => 'the platform');
    expect(await Promise.race([ended, stopped])).to.equal('the reader');
    await stopped;
  });
});

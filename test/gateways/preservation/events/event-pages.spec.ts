import { expect } from 'chai';
import { ask, fresh, newGroup, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';

interface Event {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly sequence: string;
  readonly position: string;
  readonly partitionkey: string;
  readonly correlationid: string;
  readonly data: Readonly<Record<string, unknown>>;
}
interface Page {
  readonly events: readonly Event[];
  readonly position: string | null;
  readonly isLast: boolean;
  readonly next: string;
}

describe('pages of events', () => {
  const live = liveServices();

  const page = async (address: string): Promise<Page> => {
    const { status, body } = await ask('GET', address);
    expect(status, address).to.equal(200);
    return body as unknown as Page;
  };
  const events = (query = ''): string => `${live.preservation}/events${query}`;
  const everythingFrom = async (address: string): Promise<Event[]> => {
    const all: Event[] = [];
    for (let next = address; ;) {
      const read = await page(next);
      all.push(...read.events);
      if (read.isLast) return all;
      next = read.next;
    }
  };
  const named = (list: readonly Event[]): string[] => list.map(({ type }) => type.split('.').at(-2) ?? '');

  it('tell of an import in the order in which it happened, in the public form', async () => {
    await live.settle(); // imports of other specs
    const { position } = await page(events('?after=latest'));
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    await live.settle();
    const told = await everythingFrom(events(`?after=${position ?? ''}&limit=3`));
    const order = ['DepositCreated', 'ImportJobQueued', 'VersionPublished', 'DepositPreserved'];
    expect(named(told).filter((name) => order.includes(name))).to.deep.equal(order);
    const published = told.find(({ type }) => type.endsWith('.VersionPublished.v1'));
    expect(published).to.deep.include({ subject: path, source: published?.source });
    expect(published?.data).to.have.property('archivalGroup', path);
    expect(told.map((each) => each.position)).to.deep.equal(told.map((each) => each.position).toSorted());
    const queued = told.find(({ type }) => type.endsWith('.ImportJobQueued.v1'));
    expect(queued?.partitionkey).to.equal(published?.partitionkey);
  });

  it('have every event of the log once, however small the pages', async () => {
    const small = await everythingFrom(events('?limit=7'));
    const large = await everythingFrom(events('?limit=1000'));
    expect(small.slice(0, large.length).map(({ id }) => id)).to.deep.equal(large.map(({ id }) => id));
    expect(new Set(large.map(({ id }) => id)).size).to.equal(large.length);
  });

  for (const accept of [
    '*/*',
    'text/*',
    'text/event-streams',
    'x-text/event-stream',
    'text/event-stream;q=0',
    'text/html',
  ])
    it(`are for a client that accepts ${accept}`, async () => {
      const response = await fetch(events('?limit=1'), { headers: { accept }, signal: AbortSignal.timeout(10_000) });
      const type = response.headers.get('content-type');
      await response.body?.cancel();
      expect(type).to.equal('application/json; charset=utf-8');
    });

  for (const accept of [
    'TEXT/Event-Stream',
    'application/json, text/event-stream;q=0.5',
    'text/event-stream ; charset=utf-8',
  ])
    it(`are not for a client that accepts ${accept}`, async () => {
      const response = await fetch(events('?limit=1'), { headers: { accept } });
      const type = response.headers.get('content-type');
      await response.body?.cancel();
      expect(type).to.equal('text/event-stream; charset=utf-8');
    });

  it('continue after the last page with what happened later', async () => {
    const last = await page(events('?after=latest&topics=containers'));
    expect([last.events, last.isLast]).to.deep.equal([[], true]);
    const name = fresh('later');
    await ask('PUT', `${live.preservation}/repository/${name}`);
    const { events: told } = await page(last.next);
    expect(told.map(({ data }) => data['name'] ?? data['path'])).to.include(name);
    expect(last.next).to.include('topics=containers');
  });

  it('have only the topics that are asked for', async () => {
    await newGroup({ 'objects/a.txt': 'a' });
    const told = await everythingFrom(events('?topics=deposits,%20Import-Jobs'));
    const topics = new Set(told.map(({ type }) => type.split('.')[3]));
    expect([...topics].sort()).to.deep.equal(['deposits', 'import-jobs']);
  });

  it('have nothing of what is only the business of the platform', async () => {
    const sources = (await everythingFrom(events('?limit=1000'))).map(({ source }) => source.split('/').at(-1) ?? '');
    const categories = new Set(sources.map((stream) => stream.slice(0, stream.indexOf('-'))));
    expect([...categories]).to.not.include.members(['lease']);
    for (const own of ['lease', 'checkpoint', 'importPlan']) expect([...categories]).to.not.include(own);
  });

  it('refuse a position that is not of this log, a topic that there is not, and a page of no size', async () => {
    const refused = async (query: string): Promise<Reply> => {
      const reply = await ask('GET', events(query));
      expect(reply.status, query).to.equal(400);
      return reply;
    };
    expect((await refused('?after=7')).body['detail']).to.equal("'7' is no position of this log.");
    expect((await refused('?after=99999999999999999999')).body['detail']).to.include('is after the newest event');
    expect((await refused('?topics=secrets')).body['detail']).to.include('there are archival-groups, containers');
    for (const query of ['?limit=0', '?limit=1001', '?limit=x']) await refused(query);
  });
});

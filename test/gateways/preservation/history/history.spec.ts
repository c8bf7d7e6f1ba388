import { expect } from 'chai';
import { ask, newContainer, newDeposit, newGroup, type Reply } from '../../conversation.js';
import { CALLER, liveServices } from '../../live-services.js';

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly agent: string;
  readonly of: string;
  readonly correlationId: string;
  readonly sentence: string;
  readonly links: readonly { readonly text: string; readonly uri: string }[];
}

const entriesOf = ({ body }: Reply): readonly Entry[] => body['entries'] as readonly Entry[];
const typesOf = (reply: Reply): string[] => entriesOf(reply).map(({ type }) => type);

describe('the history', () => {
  const live = liveServices();

  /** All pages from the newest to the oldest, and how many there were. */
  const allPages = async (address: string, limit: number): Promise<{ entries: Entry[]; pages: number }> => {
    const entries: Entry[] = [];
    let pages = 0;
    for (let next: string | null = `${address}?limit=${limit}`; next !== null; pages++) {
      const reply: Reply = await ask('GET', next);
      expect(reply.status, reply.text).to.equal(200);
      entries.push(...entriesOf(reply));
      next = reply.body['next'] as string | null;
    }
    return { entries, pages };
  };

  it('of a deposit says who did what and when, newest first, with the request that led to it', async () => {
    const deposit = await newDeposit(live);
    const lock = await ask('POST', `${deposit.uri}/lock`, undefined, { 'x-correlation-id': 'the-request' });
    expect(lock.status).to.equal(204);
    const reply = await ask('GET', `${deposit.uri}/history`);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body).to.include({ type: 'History', of: deposit.uri, next: null });
    expect(typesOf(reply)).to.deep.equal(['DepositLocked', 'DepositWorkspacePrepared', 'DepositCreated']);
    const { lockDate } = (await ask('GET', deposit.uri)).body;
    expect(entriesOf(reply)[0]).to.deep.include({
      agent: `${live.preservation}/agents/dev`,
      at: lockDate,
      correlationId: 'the-request',
      sentence: 'dev locked the deposit.',
    });
    expect(entriesOf(reply)[0]!.id).to.match(/^[0-9a-f-]{36}$/);
  });

  it('is told in the language that is asked for, also as a table, with the addresses of what its sentences name', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const address = `${live.preservation}/history/${path}`;
    const response = await fetch(address, { headers: { 'accept-language': 'de-AT, en;q=0.5' } });
    const header = (name: string): string | null => response.headers.get(name);
    expect([header('content-language'), header('vary')?.includes('Accept-Language')]).to.deep.equal(['de', true]);
    const { entries } = (await response.json()) as { readonly entries: readonly Entry[] };
    const started = entries.find(({ type }) => type === 'ImportStarted')!;
    const [link] = started.links;
    expect(started.sentence).to.equal(`Der Import ${link?.text} hat begonnen.`);
    expect(started.links).to.deep.equal([{ text: link?.text, uri: `${live.preservation}/jobs/${link?.text}` }]);
    const table = await fetch(address, { headers: { accept: 'text/csv', 'accept-language': 'de' } });
    expect([table.headers.get('content-language'), await table.text()].join()).to.match(
      /^de,[^]*Die Version v1 ist erschienen/,
    );
  });

  it('of a deposit remains after it was deleted', async () => {
    const { uri } = await newDeposit(live);
    await ask('DELETE', uri);
    expect((await ask('GET', uri)).status).to.equal(404);
    const reply = await ask('GET', `${uri}/history`);
    expect([reply.status, typesOf(reply).includes('DepositDeleted')]).to.deep.equal([200, true]);
  });

  it('is paged: the pages together are what one long page has', async () => {
    const { uri } = await newDeposit(live);
    for (let times = 0; times < 5; times++) await ask('POST', `${uri}/lock`);
    const whole = entriesOf(await ask('GET', `${uri}/history`));
    for (const limit of [1, 2, 3, whole.length, whole.length + 1]) {
      const { entries, pages } = await allPages(`${uri}/history`, limit);
      expect(entries).to.deep.equal(whole);
      expect(pages).to.equal(Math.ceil(whole.length / limit));
    }
  });

  it('goes on from where it was, whatever happened since', async () => {
    const { uri } = await newDeposit(live);
    await ask('POST', `${uri}/lock`);
    const first = await ask('GET', `${uri}/history?limit=1`);
    await ask('DELETE', `${uri}/lock`);
    const second = await ask('GET', String(first.body['next']));
    expect(typesOf(second)).to.deep.equal(['DepositWorkspacePrepared']);
  });

  it('tells what one agent did, in pages that go on where others did more', async () => {
    const { uri } = await newDeposit(live);
    await ask('POST', `${uri}/lock`, undefined, { [CALLER]: 'maja' });
    await ask('DELETE', `${uri}/lock`, undefined, { [CALLER]: 'maja' });
    for (const agent of ['maja', `${live.preservation}/agents/maja`]) {
      const reply = await ask('GET', `${uri}/history?limit=1&agent=${encodeURIComponent(agent)}`);
      expect(typesOf(reply)).to.deep.equal(['DepositUnlocked']);
      const older = await ask('GET', String(reply.body['next']));
      expect(typesOf(older)).to.deep.equal(['DepositLocked']);
    }
    const ofNobody = await ask('GET', `${uri}/history?agent=nobody`);
    expect([ofNobody.status, ofNobody.body['entries'], ofNobody.body['next']]).to.deep.equal([200, [], null]);
  });

  it('of the platform has what happened everywhere, newest first, in pages', async () => {
    const deposit = await newDeposit(live);
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    await ask('POST', `${deposit.uri}/lock`);
    const [newest] = entriesOf(await ask('GET', `${live.preservation}/activity?limit=1`));
    expect(newest).to.deep.equal(entriesOf(await ask('GET', `${deposit.uri}/history?limit=1`))[0]);
    const whole = entriesOf(await ask('GET', `${live.preservation}/activity?limit=30`));
    const ofGroup = entriesOf(await ask('GET', `${live.preservation}/history/${path}`));
    expect(whole.map(({ id }) => id)).to.include.members(ofGroup.map(({ id }) => id));
    expect(newest!.of).to.equal(deposit.uri);
    for (const { of } of ofGroup) expect(of).to.equal(`${live.preservation}/repository/${path}`);
    const first = await ask('GET', `${live.preservation}/activity?limit=7`);
    const second = await ask('GET', String(first.body['next']));
    expect([...entriesOf(first), ...entriesOf(second)]).to.deep.equal(whole.slice(0, 14));
    const { entries } = await allPages(`${live.preservation}/activity`, 500);
    // A fact of one stream may be decided before, and recorded after, a fact of another.
    for (const subject of new Set(entries.map(({ of }) => of))) {
      const times = entries.filter(({ of }) => of === subject).map(({ at }) => Date.parse(at));
      expect(times, subject).to.deep.equal(times.toSorted((one, other) => other - one));
    }
    expect(entries.map(({ id }) => id)).to.include.members(whole.map(({ id }) => id));
  });

  it('of the platform begins at a time, in pages and as a table', async () => {
    const deposit = await newDeposit(live);
    await ask('POST', `${deposit.uri}/lock`);
    await newDeposit(live);
    const { entries } = await allPages(`${live.preservation}/activity`, 500);
    const before = entries.find(({ type, of }) => type === 'DepositLocked' && of === deposit.uri)!.at;
    const older = entries.filter(({ at }) => at < before).map(({ id }) => id);
    const at = (rest: string): string => `${live.preservation}/activity?before=${encodeURIComponent(before)}&${rest}`;
    const first = await ask('GET', at('limit=3'));
    expect(first.status, first.text).to.equal(200);
    const second = await ask('GET', String(first.body['next']));
    expect([...entriesOf(first), ...entriesOf(second)].map(({ id }) => id)).to.deep.equal(older.slice(0, 6));
    const response = await fetch(at('limit=1'), { headers: { accept: 'text/csv' } });
    const lines = (await response.text()).trimEnd().split('\n').slice(1);
    expect(lines.map((line) => line.trimEnd().split(',').at(-1))).to.deep.equal(older);
  });

  it('of the platform has nothing before its first event, all before a time to come, and takes no other text', async () => {
    const at = (before: string): Promise<Reply> =>
      ask('GET', `${live.preservation}/activity?limit=5&before=${encodeURIComponent(before)}`);
    expect((await at('2001-01-01')).body).to.deep.include({ entries: [], next: null });
    const newest = await ask('GET', `${live.preservation}/activity?limit=5`);
    expect(entriesOf(await at('9000-01-01T00:00:00Z'))).to.deep.equal(entriesOf(newest));
    for (const text of ['yesterday', '2026-02-31T00:00:00Z', '']) expect((await at(text)).status, text).to.equal(400);
  });

  it('takes no cursor of another history', async () => {
    const { uri } = await newDeposit(live);
    const { next } = (await ask('GET', `${uri}/history?limit=1`)).body;
    const { searchParams } = new URL(String(next));
    const reply = await ask('GET', `${live.preservation}/activity?${searchParams.toString()}`);
    expect(reply.status).to.equal(400);
  });

  it('is a table for who accepts one', async () => {
    const { uri } = await newDeposit(live);
    const response = await fetch(`${uri}/history`, { headers: { accept: 'text/csv' } });
    const lines = (await response.text()).trimEnd().split('\n');
    expect(response.headers.get('content-type')).to.equal('text/csv; charset=utf-8; header=present');
    expect(lines[0]).to.equal('at,by,of,what,type,request,event');
    expect(lines.slice(1).map((line) => line.split(',')[4])).to.deep.equal([
      'DepositWorkspacePrepared',
      'DepositCreated',
    ]);
  });

  it('of an archival group tells of its versions, and that of its container of the container alone', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const ofGroup = await ask('GET', `${live.preservation}/history/${path}`);
    expect(ofGroup.status, ofGroup.text).to.equal(200);
    expect(ofGroup.body['of']).to.equal(`${live.preservation}/repository/${path}`);
    expect(entriesOf(ofGroup).map(({ sentence }) => sentence)).to.include('Version v1 was published.');
    const ofContainer = await ask('GET', `${live.preservation}/history/${path.replace(/\/[^/]+$/, '')}`);
    expect(typesOf(ofContainer)).to.deep.equal(['ContainerCreated', 'ChildReserved']);
  });

  it('of a path where an archival group was only planned tells of its deposits', async () => {
    const box = await newContainer(live);
    const { uri } = await newDeposit(live, { archivalGroup: `http://x/repository/${box}/a%23b` });
    await ask('DELETE', uri);
    const address = `${live.preservation}/history/${box}/a-_-percent-23-_-b`;
    expect(typesOf(await ask('GET', address))).to.include('DepositAdmitted');
  });

  it('of the root of the repository is there, though nothing happens to the root itself', async () => {
    await newContainer(live);
    const newest = await ask('GET', `${live.preservation}/history?limit=2`);
    expect(newest.status, newest.text).to.equal(200);
    expect(newest.body).to.include({ type: 'History', of: `${live.preservation}/repository/` });
    expect(entriesOf(newest)).to.deep.equal([]);
  });

  it('is not there for what never was', async () => {
    const box = await newContainer(live);
    expect((await ask('GET', `${live.preservation}/deposits/nosuchdeposit/history`)).status).to.equal(404);
    expect((await ask('GET', `${live.preservation}/history/${box}/nothing`)).status).to.equal(404);
  });

  it('refuses a cursor of another history, and any other text', async () => {
    const [one, other] = [await newDeposit(live), await newDeposit(live)];
    const next = String((await ask('GET', `${one.uri}/history?limit=1`)).body['next']);
    for (const cursor of [new URL(next).searchParams.get('cursor')!, 'x', '-1', 'MTAw']) {
      const { status, body } = await ask('GET', `${other.uri}/history?cursor=${cursor}`);
      expect([status, body['detail']]).to.deep.equal([
        400,
        'The cursor is not one of this history: follow `next` of an answer as it is.',
      ]);
    }
  });

  for (const limit of ['0', '501', '-1', 'many', '1.5'])
    it(`refuses ${limit} as the length of a page`, async () => {
      const { uri } = await newDeposit(live);
      expect((await ask('GET', `${uri}/history?limit=${limit}`)).status).to.equal(400);
    });
});

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { entryStream } from '../../../commands/container/entry-stream.js';
import { ledgerStream } from '../../../commands/archival-group/ledger-stream.js';
import { callOn, type Reply } from '../../support/http/call-on.js';
import { faulty } from '../../support/faults/faulty.js';
import { heldJobs } from '../../support/platform/held-jobs.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { atDepth } from '../../support/random/depth.js';

const CLIENTS = 8;
const ROUNDS = atDepth(3);
const GROUPS = 12;

interface Resource {
  readonly id: string;
}

interface Result extends Resource {
  readonly status: string;
  readonly newVersion: string | null;
  readonly holder?: { readonly what: string };
}

/** Hands in a job of its own for the group that all race for. */
type Poster = () => Promise<Reply<Result>>;

/** The clients of a round, each of which may hand in a job of its own while no job is under way. */
type Posters = (group: string) => Promise<readonly Poster[]>;

const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

describe(`imports of one group by ${CLIENTS} clients, in ${ROUNDS} rounds`, () => {
  const jobs = heldJobs();
  /** How often each stream was appended to, and how often in vain. */
  const appends = new Map<string, { tried: number; done: number }>();
  let platform: TestPlatform;
  let events: EventStore;
  let container: string;

  before(async () => {
    platform = await startTestPlatform({
      ports: (ports) => {
        const counted = faulty<EventStore>(ports.events, ({ method, args }, moment) => {
          if (method !== 'append') return;
          const stream = args[0] as string;
          const { tried, done } = appends.get(stream) ?? { tried: 0, done: 0 };
          appends.set(stream, moment === 'before' ? { tried: tried + 1, done } : { tried, done: done + 1 });
        });
        events = counted;
        return jobs.ports({ ...ports, events: counted });
      },
    });
  });
  after(() => platform.remove());
  beforeEach(async () => {
    container = `races-${randomUUID()}`;
    expect((await platform.call('PUT', `/repository/${container}`)).status).to.equal(201);
  });

  const openDeposit = async (group: string): Promise<string> => {
    const { status, body } = await platform.call<Resource>('POST', '/deposits', {
      archivalGroup: `/repository/${group}`,
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    return `/deposits/${lastSegment(body.id)}`;
  };
  /** A job that changes nothing but what the group is called. */
  const post = (deposit: string, group: string, more: object = {}): Promise<Reply<Result>> =>
    platform.call<Result>('POST', `${deposit}/importjobs`, {
      deposit,
      archivalGroup: `/repository/${group}`,
      archivalGroupName: `Called so by ${deposit}`,
      ...more,
    });
  const runAll = async (): Promise<void> => {
    jobs.letGo();
    await platform.settle();
    jobs.hold();
  };
  const ledgerOf = async (group: string): Promise<RecordedFact<ArchivalGroupFact>[]> => {
    const facts: RecordedFact<ArchivalGroupFact>[] = [];
    for await (const fact of events.read<ArchivalGroupFact>(ledgerStream(group))) facts.push(fact);
    return facts;
  };

  /** Many clients ask at once for the import of the one deposit that is active. */
  const ofOneDeposit: Posters = async (group) => {
    const deposit = await openDeposit(group);
    return Array.from({ length: CLIENTS }, () => () => post(deposit, group));
  };

  /** Each client has a deposit whose job failed before, and which therefore may be imported without being active. */
  const ofManyDeposits = (): Posters => {
    const failed: string[] = [];
    return async (group) => {
      jobs.letGo();
      while (failed.length < CLIENTS) {
        const deposit = await openDeposit(group);
        const missing = { binariesToDelete: [{ id: `/repository/${group}/never there` }] };
        expect((await post(deposit, group, missing)).status).to.equal(201);
        await platform.settle();
        failed.push(deposit);
      }
      jobs.hold();
      return failed.map((deposit) => async () => {
        const reply = await post(deposit, group);
        if (reply.status === 201) failed.splice(failed.indexOf(deposit), 1);
        return reply;
      });
    };
  };

  let posted = 0;
  const postAtStorage = (group: string): Promise<Reply<Result>> =>
    callOn(platform.ready.storage)<Result>('POST', '/import', {
      archivalGroup: `${platform.ready.storage}/repository/${group}`,
      archivalGroupName: `Called so by job ${++posted}`,
      lastModifiedBy: 'a scanner',
    });

  /** Each client posts a job of its own that knows no deposit. */
  const ofNoDeposit: Posters = (group) =>
    Promise.resolve(Array.from({ length: CLIENTS }, () => () => postAtStorage(group)));

  /** Every other client imports the active deposit, which a round may leave as it is; the rest know none. */
  const ofBothServices = (): Posters => {
    let deposit: string | null = null;
    return async (group) => {
      const active = (deposit ??= await openDeposit(group));
      const importIt = async (): Promise<Reply<Result>> => {
        const reply = await post(active, group);
        if (reply.status === 201) deposit = null;
        return reply;
      };
      return Array.from({ length: CLIENTS }, (_, index) => () => (index % 2 === 0 ? importIt() : postAtStorage(group)));
    };
  };

  const races: readonly (readonly [who: string, posters: () => Posters])[] = [
    ['for one deposit', () => ofOneDeposit],
    ['for a deposit each', ofManyDeposits],
    ['at the storage service', () => ofNoDeposit],
    ['at both services', ofBothServices],
  ];
  for (const [who, posters] of races)
    it(`let one of ${CLIENTS} clients win that ask at once ${who}, in each of ${ROUNDS} rounds`, async () => {
      const group = `${container}/contested`;
      const postersOf = posters();
      for (let round = 1; round <= ROUNDS; round++) {
        jobs.hold();
        const answers = await Promise.all((await postersOf(group)).map((poster) => poster()));
        const [winner, ...others] = answers.filter(({ status }) => status === 201);
        expect([winner?.status, others]).to.deep.equal([201, []]);
        const { resultId, jobId } = (await ledgerOf(group)).findLast((fact) => fact.type === 'ImportAdmitted')!.data;
        expect(winner!.body.id.split('/')).to.include(resultId ?? jobId);
        const losers = answers.filter((answer) => answer !== winner);
        expect(losers.map(({ status, body }) => [status, body.holder?.what])).to.deep.equal(
          losers.map(() => [409, `import job ${jobId}`]),
        );
        await runAll();
        const { body } = await platform.call<Result>('GET', winner!.body.id);
        expect(body).to.include({ status: 'completed', newVersion: `v${round}` });
      }
      const ledger = await ledgerOf(group);
      expect(ledger.map(({ revision }) => revision)).to.deep.equal(ledger.map((_, index) => BigInt(index)));
      const versions = ledger.flatMap(({ type, data }) => (type === 'VersionPublished' ? [data.version] : []));
      expect(versions).to.deep.equal(Array.from({ length: ROUNDS }, (_, index) => index + 1));
      const live = ledger.filter(({ type }) => type === 'ImportAdmitted').length;
      const ended = ledger.filter(({ type }) => type === 'VersionPublished' || type === 'ImportAbandoned').length;
      expect(ended).to.equal(live);
    });

  describe(`of ${GROUPS} groups under one container`, () => {
    const groups = (): string[] => Array.from({ length: GROUPS }, (_, index) => `${container}/group-${index}`);
    const importAll = async (): Promise<void> => {
      const deposits = await Promise.all(groups().map(openDeposit));
      jobs.hold();
      const posted = await Promise.all(deposits.map((deposit, index) => post(deposit, groups()[index]!)));
      expect(posted.map(({ status }) => status)).to.deep.equal(posted.map(() => 201));
      appends.clear();
      await runAll();
      for (const group of groups()) {
        const { status } = await platform.call('GET', `/repository/${group}`);
        expect(status).to.equal(200);
      }
    };
    const appendsTo = (stream: string): { tried: number; done: number } => appends.get(stream) ?? { tried: 0, done: 0 };
    const inVainOnLedgers = (): number =>
      groups()
        .map((group) => appendsTo(ledgerStream(group)))
        .reduce((sum, { tried, done }) => sum + tried - done, 0);

    it('meet nowhere: each reserves its own path and never in vain', async () => {
      await importAll();
      for (const group of groups()) {
        const types: string[] = [];
        for await (const { type } of events.read(entryStream(group))) types.push(type);
        expect(types).to.deep.equal(['ChildReserved', 'ChildConfirmed']);
        // Worker and process manager may both confirm a child.
        expect(appendsTo(entryStream(group)).tried).to.be.at.most(3);
      }
      expect(appendsTo(entryStream(container))).to.deep.equal({ tried: 0, done: 0 });
      expect(inVainOnLedgers()).to.be.at.most(GROUPS);
    });

    it('do not meet at all once the groups are there', async () => {
      await importAll();
      await importAll();
      for (const path of [container, ...groups()])
        expect(appendsTo(entryStream(path))).to.deep.equal({ tried: 0, done: 0 });
      expect(inVainOnLedgers()).to.be.at.most(GROUPS);
    });
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { onPlatformJob } from '../../commands/platform-job/platform-job-stream.js';
import { requestJob } from '../../commands/processes/jobs/request-job.js';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { Ports } from '../../infra/compose/stores/stores.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { dependenciesOn, emptyBytes, intentOf } from '../support/command-bench.js';
import { faulty, type Injection, type PortCall } from '../support/faults/faulty.js';
import { until } from '../support/scheduling/until.js';
import { openAuditedRepository, rootOf } from '../support/repository/audited-repository.js';
import { putForeign } from '../support/repository/foreign-object.js';
import { writable } from '../support/repository/writable.js';
import { startTestPlatform } from '../support/platform/test-platform.js';
import { valueOf } from '../support/value-of.js';
import { openedOnce } from '../support/platform/opened.js';

type Job = Readonly<Record<'id' | 'state' | 'result', string> & Record<string, unknown>>;
type Line = Readonly<Record<'code' | 'archivalGroup' | 'key' | 'message', string | null>>;

const GROUP = 'letters/1911';
const UNKNOWN = 'letters/1912';
const LETTER = 'v1/content/objects/letter.txt';

/** Holds the calls of a port that are chosen, while it is told to. */
const heldCalls = (isChosen: (call: PortCall) => boolean) => {
  let resume = (): void => undefined;
  let gate: Promise<void> | undefined;
  const inject: Injection = (call, moment) => (moment === 'before' && isChosen(call) ? gate : undefined);
  return {
    inject,
    hold: () => void (gate = new Promise((resolve) => (resume = resolve))),
    letGo: () => {
      gate = undefined;
      resume();
    },
  };
};

describe('jobs on a damaged repository that goes on working', () => {
  const rebuilds = heldCalls(({ method }) => method === 'beginGeneration');
  const reads = heldCalls(({ method }) => method === 'get');
  const ports = (between: Ports): Ports => ({
    ...between,
    documents: faulty(between.documents, rebuilds.inject),
    bytes: faulty(between.bytes, reads.inject),
  });
  const repository = openedOnce(
    () => openAuditedRepository({ ports }),
    async (each) => {
      await each.platform.stop();
      await each.remove();
    },
  );
  const inOcfl = (...path: string[]): string => join(repository.data, 'ocfl', ...path);

  afterEach(() => {
    rebuilds.letGo();
    reads.letGo();
  });
  before(async () => {
    await repository.preserve(GROUP, { 'letter.txt': 'Dear Clara' });
    const letter = inOcfl(rootOf(GROUP), LETTER);
    await writable(letter);
    await writeFile(letter, 'Dear Klara');
    const versions = [{ files: { 'a.txt': 'a' }, created: '2020-01-01T00:00:00Z' }];
    await putForeign(inOcfl(), { id: `info:repo/${UNKNOWN}`, versions });
  });

  /** Asks for a job, and answers it as it has ended. */
  const worked = async (request: object): Promise<Job> => {
    const { platform } = repository;
    const { status, body } = await platform.call<Job>('POST', '/jobs', request);
    expect(status).to.equal(201);
    await platform.settle();
    return (await platform.call<Job>('GET', new URL(body.id).pathname)).body;
  };
  const reportOf = async ({ result }: Job): Promise<Line[]> => {
    const text = await (await fetch(result)).text();
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  };
  const statusOf = async (group: string): Promise<number> =>
    (await repository.platform.call('GET', `/repository/${group}`)).status;

  it('an audit finds the damage, and reports it', async () => {
    const job = await worked({ kind: 'audit' });
    expect(job).to.include({ state: 'completedWithErrors', failures: 2 });
    const report = await reportOf(job);
    expect(report.map(({ code, key }) => `${code} ${key}`)).to.have.members([
      `E092 ${rootOf(GROUP)}/${LETTER}`,
      `object-unknown ${rootOf(UNKNOWN)}`,
    ]);
  });

  it('an audit of one group finds what is wrong there alone', async () => {
    for (const quick of [false, true]) {
      const job = await worked({ kind: 'audit', archivalGroup: GROUP, quick });
      expect((await reportOf(job)).map(({ code }) => code)).to.deep.equal(['E092']);
    }
  });

  it('an audit that is cancelled while it reads ends, leaves no report, and makes way for another', async () => {
    const { platform } = repository;
    reads.hold();
    const { body } = await platform.call<Job>('POST', '/jobs', { kind: 'audit' });
    const path = new URL(body.id).pathname;
    const job = async (): Promise<Job> => (await platform.call<Job>('GET', path)).body;
    await until('it runs', async () => (await job()).state === 'running');
    expect((await platform.call('POST', '/jobs', { kind: 'audit' })).status).to.equal(409);
    const cancelled = await platform.call<Job>('POST', `${path}/cancel`);
    expect(cancelled.body).to.deep.include({
      state: 'completedWithErrors',
      errors: [{ id: null, message: 'Cancelled by developer.' }],
    });
    expect((await platform.call('POST', '/jobs', { kind: 'audit' })).status).to.equal(201);
    reads.letGo();
    await platform.settle();
    expect((await job())['failures']).to.equal(1);
    expect(await reportOf(cancelled.body)).to.deep.equal([]);
  });

  it('a dry run of an adoption tells what would be adopted, and changes nothing', async () => {
    const job = await worked({ kind: 'adoption', dryRun: true });
    expect(job).to.include({ state: 'completed', failures: 0 });
    expect((await reportOf(job)).map(({ code, message }) => [code, message])).to.deep.equal([['adoptable', 'v1.']]);
    expect(await statusOf(UNKNOWN)).to.equal(404);
  });

  it('an adoption adopts, and the next audit knows the object', async () => {
    const job = await worked({ kind: 'adoption', archivalGroup: UNKNOWN, verify: true });
    expect((await reportOf(job)).map(({ code, key }) => [code, key])).to.deep.equal([['adopted', rootOf(UNKNOWN)]]);
    await repository.platform.settle();
    expect(await statusOf(UNKNOWN)).to.equal(200);
    expect((await reportOf(await worked({ kind: 'audit' }))).map(({ code }) => code)).to.deep.equal(['E092']);
  });

  it('a rebuild tells how far it is while it runs', async () => {
    rebuilds.hold();
    const { platform } = repository;
    const { body } = await platform.call<Job>('POST', '/jobs', { kind: 'rebuild', view: 'agents' });
    const step = async (): Promise<unknown> => {
      const { body: job } = await platform.call<Job>('GET', new URL(body.id).pathname);
      return (job['progress'] as { readonly step: string | null } | null)?.step;
    };
    await until('it tells how far it is', async () => (await step()) === '0 % of the event log is read');
    rebuilds.letGo();
    await platform.settle();
    const { body: job } = await platform.call<Job>('GET', new URL(body.id).pathname);
    expect(job).to.include({ state: 'completed', progress: null });
  });

  it('a rebuild of all read models ends, and lists all jobs as before', async () => {
    const before = (await repository.platform.call<{ total: number }>('GET', '/jobs')).body.total;
    const job = await worked({ kind: 'rebuild' });
    expect(job).to.include({ state: 'completed', failures: 0 });
    expect((await repository.platform.call<{ total: number }>('GET', '/jobs')).body.total).to.equal(before + 1);
  });
});

describe('an audit whose process was killed', () => {
  it('is begun anew by the next one, and has the report of that alone', async () => {
    const killed = await openAuditedRepository();
    const { data } = killed;
    await killed.preserve(GROUP, { 'letter.txt': 'Dear Clara' });
    await killed.platform.stop();
    const line = { code: 'E092', archivalGroup: GROUP, key: null, message: 'half', expected: null, found: null };
    const jobId = await (async () => {
      await using events = openEventStore(join(data, 'events.sqlite'), createCodec(catalogue));
      const on = dependenciesOn(events, emptyBytes());
      const parameters = { archivalGroup: null, quick: false };
      const asked = valueOf(await requestJob(on, intentOf('ann'), { kind: 'audit', parameters }));
      const worker = { ...asked, epoch: 0, worker: 'a process that was killed' };
      valueOf(await onPlatformJob(on, intentOf('platform'), { type: 'ClaimJob', ...worker }));
      const page = { ...asked, epoch: 1, page: 0, lines: [line] };
      valueOf(await onPlatformJob(on, intentOf('platform'), { type: 'RecordJobReport', ...page }));
      return asked.jobId;
    })();
    const next = await startTestPlatform({ data });
    const job = async () => (await next.call<Job>('GET', `/jobs/${jobId}`)).body;
    await until('it has ended', async () => (await job()).state === 'completed');
    expect(await job()).to.include({ failures: 0, agent: `${next.ready.preservation}/agents/ann` });
    expect(await (await fetch((await job()).result)).text()).to.equal('');
    await next.stop();
    await killed.remove();
  });
});

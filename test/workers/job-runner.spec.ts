import { expect } from 'chai';
import type { Position } from '../../events/envelope.js';
import { openSharedRecords, type EmbeddedSharedRecords } from '../../infra/embedded/shared-records.js';
import type { FactListener } from '../../workers/fact-listener.js';
import type { JobHold, JobKind } from '../../workers/job-kind.js';
import { JobRunner, type JobRunnerOptions } from '../../workers/job-runner.js';
import type { JobDocument, JobKindName } from '../../projections/jobs/job-document.js';
import type { Presence } from '../../workers/presence/presence.js';
import { readProcesses } from '../../workers/presence/read-processes.js';
import { faulty } from '../support/faults/faulty.js';
import type { JobQueue } from '../../workers/queue/job-queue.js';
import { openVirtualTime, pass, type Life, type VirtualTime } from '../support/scheduling/virtual-time.js';
import { identityOf, messageOf, silent } from './support/log-of-facts.js';
import { present, TIMES } from './support/present.js';
import { queueOf, waitingJob } from './support/queue-of.js';

type Work = (jobId: string, epoch: number, signal: AbortSignal) => Promise<void>;

/** What a ledger would say: who holds which job in which epoch. */
const ledgerOf = (jobs: readonly string[], name: JobKindName = 'import') => {
  const holders = new Map<string, JobHold>(jobs.map((jobId) => [jobId, { state: 'free' }]));
  const documents = (): readonly JobDocument[] =>
    [...holders].flatMap(([jobId, hold]) => {
      if (hold.state === 'over') return [];
      const running = hold.state === 'held' ? ({ status: 'running', holder: hold.holder } as const) : {};
      return [waitingJob(jobId, { kind: name, ...running })];
    });
  const kind = (holder: string, work: Work): JobKind => ({
    names: [name],
    role: 'importer',
    askedBy: { group: 'importer', topics: ['importJob'], types: ['ImportJobQueued'] },
    taskOf: ({ jobId }) => ({ jobId }),
    holding: ({ jobId }) => Promise.resolve(holders.get(jobId) ?? { state: 'over' }),
    correlation: ({ jobId }) => Promise.resolve(`request for ${jobId}`),
    claim: ({ jobId }, from) => {
      if (holders.get(jobId) !== from) return Promise.resolve(null);
      const epoch = from.state === 'held' ? from.epoch + 1 : 1;
      holders.set(jobId, { state: 'held', holder, epoch });
      return Promise.resolve(epoch);
    },
    work: async ({ jobId }, epoch, signal) => {
      await work(jobId, epoch, signal);
      holders.set(jobId, { state: 'over' });
    },
  });
  return { holders, kind, documents, queue: queueOf(documents) };
};

type RunnerCalls = Pick<JobRunner, 'wake' | 'listen' | 'idle' | 'stop'>;

const during = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('the job runner', () => {
  let records: EmbeddedSharedRecords;
  let time: VirtualTime;
  const life: Life = { name: 'job runners', state: 'running' };
  const runners: RunnerCalls[] = [];
  const presences: Presence[] = [];
  beforeEach(() => {
    records = openSharedRecords(':memory:');
    time = openVirtualTime(1);
  });
  afterEach(async () => {
    const stopped = Promise.all(runners.splice(0).map((jobRunner) => jobRunner.stop(1)));
    await pass(time, 10);
    await stopped;
    const left = time.run(life, () => Promise.all(presences.splice(0).map((each) => each.leave())));
    await pass(time, 10_000);
    await left;
    time.end();
    await records.close();
  });

  const enter = (holder: string, others: Parameters<typeof present>[1] = {}, own: Life = life): Presence => {
    const presence = time.run(own, () => present(holder, { records, ...others }));
    if (own === life) presences.push(presence);
    return presence;
  };
  const open = (
    holder: string,
    { queue, ...options }: Partial<JobRunnerOptions> & Pick<JobRunnerOptions, 'kinds' | 'queue'>,
    own: Life = life,
  ): RunnerCalls => {
    const given = { queue, presence: options.presence ?? enter(holder, {}, own), log: silent, ...options };
    const jobRunner = time.run(own, () => new JobRunner(given));
    const asLiving: RunnerCalls = {
      wake: (position) => time.run(own, () => jobRunner.wake(position)),
      listen: (listener) => time.run(own, () => jobRunner.listen(listener)),
      idle: () => time.run(own, () => jobRunner.idle()),
      stop: (graceMs) => time.run(own, () => jobRunner.stop(graceMs)),
    };
    if (own === life) runners.push(asLiving);
    return asLiving;
  };

  it('works the jobs that wait at its start, several concurrently', async () => {
    const { kind, queue } = ledgerOf(['a', 'b', 'c', 'd', 'e']);
    let now = 0;
    let most = 0;
    const worked: string[] = [];
    const work: Work = async (jobId) => {
      most = Math.max(most, ++now);
      await during(100);
      now--;
      worked.push(jobId);
    };
    const jobRunner = open('one', { kinds: [kind('one', work)], queue, slots: 2 });
    const idle = jobRunner.idle();
    await pass(time, 500);
    await idle;
    expect(most).to.equal(2);
    expect(worked.sort()).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  });

  it('works the jobs of several kinds, so many of each concurrently', async () => {
    const [imports, exports] = [ledgerOf(['i1', 'i2', 'i3']), ledgerOf(['e1', 'e2', 'e3'], 'export')];
    const begun: string[] = [];
    const work: Work = (jobId) => {
      begun.push(jobId);
      return during(60_000);
    };
    open('one', {
      kinds: [imports.kind('one', work), exports.kind('one', work)],
      queue: queueOf(() => [...imports.documents(), ...exports.documents()]),
      slots: 2,
    });
    await pass(time, 5_000);
    expect(begun.sort()).to.deep.equal(['e1', 'e2', 'i1', 'i2']);
  });

  it('is woken as one group for all its kinds, and by nothing where it has none', async () => {
    const [imports, exports] = [ledgerOf([]), ledgerOf([], 'export')];
    const groups: unknown[] = [];
    const listener: FactListener = {
      listen(interest) {
        groups.push(interest);
        return Promise.resolve({ [Symbol.asyncDispose]: () => Promise.resolve() });
      },
    };
    const exportKind: JobKind = {
      ...exports.kind('one', () => during(1)),
      askedBy: { group: 'exporter', topics: ['export'], types: ['ExportJobQueued'] },
    };
    const kinds = [imports.kind('one', () => during(1)), exportKind];
    expect(await open('one', { kinds, queue: imports.queue }).listen(listener)).to.not.equal(null);
    expect(await open('two', { kinds: [], queue: imports.queue }).listen(listener)).to.equal(null);
    expect(groups).to.deep.equal([
      {
        group: 'exporter-importer',
        topics: ['importJob', 'export'],
        types: ['ImportJobQueued', 'ExportJobQueued'],
      },
    ]);
  });

  it('reads of other processes at each heartbeat only while the view shows a job that one of them works', async () => {
    const { kind, holders, queue } = ledgerOf(['a']);
    let reads = 0;
    const over = faulty(
      records,
      ({ method }, moment) => void (reads += Number(method === 'list' && moment === 'before')),
    );
    const readsInAMinute = async (): Promise<number> => {
      await pass(time, 10_000);
      reads = 0;
      await pass(time, 60_000);
      return reads / (60_000 / TIMES.heartbeatMs);
    };
    holders.set('a', { state: 'held', holder: 'other', epoch: 1 });
    const other = enter('other');
    other.beginJob('a', 1);
    const kinds = [kind('one', () => during(1))];
    open('one', { kinds, queue, takeOverEveryMs: 3_500, presence: enter('one', { records: over }) });
    expect(await readsInAMinute()).to.equal(1);
    holders.set('a', { state: 'over' });
    expect(await readsInAMinute()).to.equal(0.5);
  });

  it('takes up a job as soon as the view shows the fact that it was woken for', async () => {
    const { kind, holders, queue } = ledgerOf([]);
    const worked: string[] = [];
    let show = (): void => undefined;
    const reached = (): Promise<boolean> =>
      new Promise((resolve) => {
        show = () => resolve(true);
      });
    const kinds = [kind('one', (jobId) => Promise.resolve(void worked.push(jobId)))];
    const jobRunner = open('one', { kinds, queue: { ...queue, reached }, lookEveryMs: 3_600_000 });
    await pass(time, 10);
    jobRunner.wake('1' as Position);
    await pass(time, 1_000);
    holders.set('new', { state: 'free' });
    show();
    const idle = jobRunner.idle();
    await pass(time, 10);
    await idle;
    expect(worked).to.deep.equal(['new']);
  });

  it('finds within a second a job that it was not woken for', async () => {
    const { kind, holders, queue } = ledgerOf([]);
    const worked: string[] = [];
    open('one', { kinds: [kind('one', (jobId) => Promise.resolve(void worked.push(jobId)))], queue });
    await pass(time, 10_100);
    holders.set('new', { state: 'free' });
    await pass(time, 1_000);
    expect(worked).to.deep.equal(['new']);
  });

  it('asks a view that shows no job only whether it has changed', async () => {
    const { kind, holders, queue } = ledgerOf([]);
    const asked: string[] = [];
    const watched = faulty(queue, ({ method }, moment) => void (moment === 'before' && asked.push(method)));
    const worked: string[] = [];
    open('one', { kinds: [kind('one', (jobId) => Promise.resolve(void worked.push(jobId)))], queue: watched });
    await pass(time, 2_100);
    asked.length = 0;
    await pass(time, 10_000);
    expect(asked).to.deep.equal(new Array<string>(10).fill('state'));
    holders.set('new', { state: 'free' });
    await pass(time, 1_000);
    expect(worked).to.deep.equal(['new']);
  });

  it('works a job once, however often it is woken, while the view is behind, too', async () => {
    const { kind } = ledgerOf(['a']);
    let times = 0;
    const work: Work = async () => {
      times++;
      await during(500);
    };
    const jobRunner = open('one', { kinds: [kind('one', work)], queue: queueOf(() => [waitingJob('a')]) });
    for (let turn = 0; turn < 5; turn++) {
      jobRunner.wake();
      await pass(time, 200);
    }
    expect(times).to.equal(1);
  });

  it('begins the next job at once where the view still shows those that have ended', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `job-${String(index).padStart(2, '0')}`);
    const { kind, holders } = ledgerOf(names);
    let shown = names.map((jobId) => waitingJob(jobId));
    open('one', { kinds: [kind('one', () => during(10))], queue: queueOf(() => shown) });
    await pass(time, 300);
    shown = [];
    expect([...holders.values()].every(({ state }) => state === 'over')).to.equal(true);
  });

  it('asks for few jobs at a time, and keeps none, however many wait', async () => {
    const jobs = Array.from({ length: 1_000 }, (_, index) => waitingJob(`job-${index}`));
    const { kind } = ledgerOf(jobs.map(({ jobId }) => jobId));
    const queue = queueOf(() => jobs);
    let most = 0;
    const waitingOf: JobQueue['waitingOf'] = async (of) => {
      const found = await queue.waitingOf(of);
      most = Math.max(most, found.length);
      return found;
    };
    open('one', { kinds: [kind('one', () => during(3_600_000))], queue: { ...queue, waitingOf } });
    await pass(time, 10_000);
    expect(most).to.be.within(1, 4);
  });

  it('lets every process that is there have work within a second, and others carry on what one of them leaves', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `job-${String(index).padStart(2, '0')}`);
    const { kind, holders, queue } = ledgerOf(names);
    const processes = Array.from({ length: 13 }, (_, index) => `process-${index}`);
    const lives = processes.map((name): Life => ({ name, state: 'running' }));
    for (const [index, name] of processes.entries())
      open(name, { kinds: [kind(name, () => during(20_000))], queue, takeOverEveryMs: 5_000 }, lives[index]);
    await pass(time, 1_000);
    const held = (): (readonly [string, string])[] =>
      [...holders].flatMap(([jobId, hold]) => (hold.state === 'held' ? [[jobId, hold.holder] as const] : []));
    const workedBy = (name: string): string[] => held().flatMap(([jobId, holder]) => (holder === name ? [jobId] : []));
    expect(processes.map((name) => workedBy(name).length)).to.deep.equal(processes.map(() => 2));
    const left = workedBy('process-5');
    lives[5]!.state = 'dead';
    time.forget(lives[5]!);
    await pass(time, 60_000);
    expect(left.map((jobId) => holders.get(jobId)?.state)).to.deep.equal(['over', 'over']);
    expect([...holders.values()].every(({ state }) => state === 'over')).to.equal(true);
    for (const each of lives) {
      each.state = 'dead';
      time.forget(each);
    }
  });

  it('keeps the limit of an agent', async () => {
    const { kind, documents } = ledgerOf(['a', 'b', 'c', 'd']);
    const work: Work = () => during(1_000);
    const queue = queueOf(documents);
    open('one', { kinds: [kind('one', work)], queue, slots: 4, agentJobs: 1 });
    await pass(time, 500);
    expect(documents().filter(({ status }) => status === 'running')).to.have.length(1);
    await pass(time, 5_000);
    expect(documents()).to.deep.equal([]);
  });

  it('lists a job in the record of its process while the work lasts, and no longer', async () => {
    const { kind, queue } = ledgerOf(['a']);
    open('one', { kinds: [kind('one', () => during(35_000))], queue });
    const listed = async (): Promise<unknown> =>
      (await readProcesses(records)).map(({ holder, jobs }) => [
        holder,
        jobs.map(({ jobId, epoch }) => [jobId, epoch]),
      ]);
    await pass(time, 34_000);
    expect(await listed()).to.deep.equal([['one', [['a', 1]]]]);
    await pass(time, 4_000);
    expect(await listed()).to.deep.equal([['one', []]]);
  });

  it('takes a job over only when its process has shown no heartbeat for seven seconds, and the late holder notices', async () => {
    const ledger = ledgerOf(['a']);
    let alive = true;
    const cutOff = faulty(records, () => {
      if (!alive) throw new Error('cut off');
    });
    const ends: string[] = [];
    const first = ledger.kind('one', (_job, _epoch, signal) =>
      untilAborted(signal).catch((error: unknown) => {
        ends.push(`one: ${(error as Error).name}`);
        throw error;
      }),
    );
    const second = ledger.kind('two', async (_job, epoch) => {
      ends.push(`two in epoch ${epoch}`);
      await during(5_000);
    });
    open('one', {
      kinds: [first],
      queue: queueOf(() => (alive ? ledger.documents() : [])),
      presence: enter('one', { records: cutOff }),
    });
    await pass(time, 5_000);
    open('two', { kinds: [second], queue: ledger.queue });
    await pass(time, 95_000);
    expect(ends).to.deep.equal([]);
    alive = false;
    await pass(time, 6_900);
    expect(ends).to.deep.equal([]);
    await pass(time, 3_100);
    expect(ends[0]).to.equal('two in epoch 2');
    await pass(time, 3_000);
    expect(ends).to.deep.equal(['two in epoch 2', 'one: LeaseLost']);
  });

  it('leaves unfinished jobs immediately to the next process when its own one leaves', async () => {
    const ledger = ledgerOf(['a']);
    const { queue } = ledger;
    const first = open('one', { kinds: [ledger.kind('one', (_job, _epoch, signal) => untilAborted(signal))], queue });
    await pass(time, 1_000);
    const stopped = first.stop(100);
    await pass(time, 1_000);
    await stopped;
    await presences[0]?.leave();
    const epochs: number[] = [];
    open('two', { kinds: [ledger.kind('two', (_job, epoch) => Promise.resolve(void epochs.push(epoch)))], queue });
    await pass(time, 1_000);
    expect(epochs).to.deep.equal([2]);
  });

  it('takes over immediately where every other holder is known to have ended, but never what it works itself', async () => {
    const { kind, holders, queue } = ledgerOf([]);
    holders.set('left', { state: 'held', holder: 'an earlier life', epoch: 1 });
    const epochs: number[] = [];
    let release = (): void => undefined;
    const work: Work = (_job, epoch) => {
      epochs.push(epoch);
      return new Promise((resolve) => (release = resolve));
    };
    const kinds = [kind('one', work)];
    const jobRunner = open('one', {
      kinds,
      queue,
      presence: enter('one', { identity: identityOf('one', () => true) }),
      takeOverEveryMs: 1_000,
    });
    await pass(time, 10_000);
    expect(epochs).to.deep.equal([2]);
    release();
    const idle = jobRunner.idle();
    await pass(time, 10);
    await idle;
  });

  it('takes over immediately from a holder that is known to have ended, and waits for any other', async () => {
    const { kind, holders, queue } = ledgerOf([]);
    for (const holder of ['killed', 'unknown']) holders.set(holder, { state: 'held', holder, epoch: 1 });
    const worked: string[] = [];
    const identity = identityOf('one', (holder) => holder === 'killed');
    const kinds = [kind('one', (jobId) => Promise.resolve(void worked.push(jobId)))];
    open('one', { kinds, queue, presence: enter('one', { identity }) });
    await pass(time, 1_000);
    expect(worked).to.deep.equal(['killed']);
    await pass(time, 90_000);
    expect(worked).to.deep.equal(['killed', 'unknown']);
  });

  for (const [what, hold, why] of [
    ['the job has ended in another way', { state: 'over' }, 'the job has ended'],
    ['another process has it', { state: 'held', holder: 'two', epoch: 2 }, 'another process has taken over the job'],
  ] as const)
    it(`stops the work within two seconds once the ledger says that ${what}`, async () => {
      const { kind, holders, queue } = ledgerOf(['a']);
      const ends: string[] = [];
      const work: Work = (_job, _epoch, signal) =>
        untilAborted(signal).catch((error: unknown) => {
          ends.push(`${(error as Error).name}: ${messageOf(error)}`);
          throw error;
        });
      open('one', { kinds: [kind('one', work)], queue });
      await pass(time, 10_000);
      holders.set('a', hold);
      await pass(time, 2_000);
      expect(ends).to.deep.equal([`LeaseLost: ${why}`]);
      holders.set('a', { state: 'over' });
    });

  it('is not idle while a job waits that was claimed in vain, as something else was written to its ledger', async () => {
    const { kind, queue } = ledgerOf(['a']);
    let attempts = 0;
    const worked: string[] = [];
    const ledger = kind('one', (jobId) => Promise.resolve(void worked.push(jobId)));
    const claim: JobKind['claim'] = (job, from) => (++attempts === 1 ? Promise.resolve(null) : ledger.claim(job, from));
    const jobRunner = open('one', { kinds: [{ ...ledger, claim }], queue, lookEveryMs: 3_600_000 });
    const workedWhenIdle = jobRunner.idle().then(() => [...worked]);
    await pass(time, 1_000);
    expect(await workedWhenIdle).to.deep.equal(['a']);
  });

  it('is not idle after a look that failed', async () => {
    const { kind, queue } = ledgerOf(['a']);
    let looks = 0;
    const state = (): Promise<string | null> =>
      ++looks === 1 ? Promise.reject(new Error('the view is away')) : queue.state();
    const worked: string[] = [];
    const kinds = [kind('one', (jobId) => Promise.resolve(void worked.push(jobId)))];
    const workedWhenIdle = open('one', { kinds, queue: { ...queue, state } })
      .idle()
      .then(() => [...worked]);
    await pass(time, 2_000);
    expect(await workedWhenIdle).to.deep.equal(['a']);
  });

  it('looks again for a fact that it is woken for just as it looks for an earlier one', async () => {
    for (let turns = 0; turns < 12; turns++) {
      const { kind, holders, queue } = ledgerOf([]);
      const worked: string[] = [];
      const kinds = [kind('one', (jobId) => Promise.resolve(void worked.push(jobId)))];
      const reached = async (position: Position): Promise<boolean> => {
        if (position === ('1' as Position)) void wakeLater();
        else {
          await during(100);
          holders.set('late', { state: 'free' });
        }
        return true;
      };
      const jobRunner = open(`runner ${turns}`, { kinds, queue: { ...queue, reached }, lookEveryMs: 3_600_000 });
      const wakeLater = async (): Promise<void> => {
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        jobRunner.wake('2' as Position);
      };
      await pass(time, 10);
      jobRunner.wake('1' as Position);
      await pass(time, 1_000);
      expect(worked, `${turns} turns later`).to.deep.equal(['late']);
    }
  });

  it('claims a job again whose work failed', async () => {
    const { kind, queue } = ledgerOf(['a']);
    const epochs: number[] = [];
    const work: Work = (_job, epoch) => {
      epochs.push(epoch);
      return epochs.length < 3 ? Promise.reject(new Error('the store is away')) : Promise.resolve();
    };
    open('one', { kinds: [kind('one', work)], queue });
    await pass(time, 120_000);
    expect(epochs).to.deep.equal([1, 2, 3]);
  });

  it('lets work end within its grace when it stops, then makes it stop, and claims nothing more', async () => {
    const { kind, queue } = ledgerOf(['1 quick', '2 long', '3 waiting']);
    const ends: string[] = [];
    const work: Work = async (jobId, _epoch, signal) => {
      if (jobId === '1 quick') await during(2_000);
      else await untilAborted(signal).catch((error: unknown) => void ends.push(`${jobId}: ${messageOf(error)}`));
      ends.push(jobId);
    };
    const jobRunner = open('one', { kinds: [kind('one', work)], queue, slots: 2 });
    await pass(time, 500);
    let stopped = false;
    const stopping = jobRunner.stop(5_000).then(() => (stopped = true));
    await pass(time, 4_000);
    expect(ends).to.deep.equal(['1 quick']);
    expect(stopped).to.equal(false);
    await pass(time, 2_000);
    await stopping;
    expect(ends).to.deep.equal(['1 quick', '2 long: the platform is shutting down', '2 long']);
  });

  it('does not wait for ever for work that will not stop', async () => {
    const { kind, queue } = ledgerOf(['deaf']);
    const jobRunner = open('one', { kinds: [kind('one', () => new Promise(() => undefined))], queue });
    await pass(time, 100);
    const stopping = jobRunner.stop(5_000);
    await pass(time, 11_000);
    await stopping;
  });
});

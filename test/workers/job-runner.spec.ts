import { expect } from 'chai';
import { EventStoreFault, type EventStore } from '../../events/store.js';
import type { LeaseFact } from '../../events/lease.js';
import type { EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { JobHold, JobKind } from '../../workers/job-kind.js';
import { JobRunner, type JobRunnerOptions } from '../../workers/job-runner.js';
import { openVirtualTime, pass, type Life, type VirtualTime } from '../support/scheduling/virtual-time.js';
import { identityOf, messageOf, openLog, silent } from './support/log-of-facts.js';

interface Job {
  readonly jobId: string;
}

/** What a ledger would say: who holds which job in which epoch. */
const ledgerOf = (jobs: readonly string[]) => {
  const holders = new Map<string, JobHold>(jobs.map((jobId) => [jobId, { state: 'free' }]));
  const kind = (holder: string, work: JobKind<Job>['work']): JobKind<Job> => ({
    claimable: () =>
      Promise.resolve([...holders].filter(([, { state }]) => state !== 'over').map(([jobId]) => ({ jobId }))),
    holding: ({ jobId }) => Promise.resolve(holders.get(jobId) ?? { state: 'over' }),
    correlation: ({ jobId }) => Promise.resolve(`request for ${jobId}`),
    claim: ({ jobId }, from) => {
      if (holders.get(jobId) !== from) return Promise.resolve(null);
      const epoch = from.state === 'held' ? from.epoch + 1 : 1;
      holders.set(jobId, { state: 'held', holder, epoch });
      return Promise.resolve(epoch);
    },
    work: async (job, epoch, signal) => {
      await work(job, epoch, signal);
      holders.set(job.jobId, { state: 'over' });
    },
  });
  return { holders, kind };
};

type RunnerCalls = Pick<JobRunner<Job>, 'wake' | 'idle' | 'stop'>;

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('the job runner', () => {
  let events: EmbeddedEventStore;
  let time: VirtualTime;
  const life: Life = { name: 'job runners', state: 'running' };
  const runners: RunnerCalls[] = [];
  beforeEach(() => {
    events = openLog();
    time = openVirtualTime(1);
  });
  afterEach(async () => {
    const stopped = Promise.all(runners.splice(0).map((jobRunner) => jobRunner.stop(1)));
    await pass(time, 10);
    await stopped;
    time.end();
    await events.close();
  });

  const open = (holder: string, kind: JobKind<Job>, options: Partial<JobRunnerOptions<Job>> = {}): RunnerCalls => {
    const given = { kind, events, identity: identityOf(holder), log: silent, ...options };
    const jobRunner = time.run(life, () => new JobRunner(given));
    const asLiving: RunnerCalls = {
      wake: (job) => time.run(life, () => jobRunner.wake(job)),
      idle: () => time.run(life, () => jobRunner.idle()),
      stop: (graceMs) => time.run(life, () => jobRunner.stop(graceMs)),
    };
    runners.push(asLiving);
    return asLiving;
  };
  const renewals = async (jobId: string): Promise<LeaseFact['data'][]> => {
    const facts: LeaseFact['data'][] = [];
    for await (const fact of events.read<LeaseFact>(`lease-${jobId}`)) facts.push(fact.data);
    return facts;
  };

  it('works the jobs of its first scan and those it is woken for, several concurrently', async () => {
    const { kind } = ledgerOf(['a', 'b', 'c', 'd', 'e']);
    let now = 0;
    let most = 0;
    const worked: string[] = [];
    const jobRunner = open(
      'one',
      kind('one', async ({ jobId }) => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 100));
        now--;
        worked.push(jobId);
      }),
      { slots: 2 },
    );
    const idle = jobRunner.idle();
    await pass(time, 1_000);
    await idle;
    expect(most).to.equal(2);
    expect(worked.sort()).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  });

  it('takes a job from a wake without waiting for the view to show it', async () => {
    const { kind, holders } = ledgerOf([]);
    const worked: string[] = [];
    const jobRunner = open('one', {
      ...kind('one', ({ jobId }) => Promise.resolve(void worked.push(jobId))),
      claimable: () => Promise.resolve([]),
    });
    await pass(time, 10);
    holders.set('new', { state: 'free' });
    jobRunner.wake({ jobId: 'new' });
    const idle = jobRunner.idle();
    await pass(time, 10);
    await idle;
    expect(worked).to.deep.equal(['new']);
  });

  it('works a job once, however often it is woken for it', async () => {
    const { kind } = ledgerOf(['a']);
    let times = 0;
    const jobRunner = open(
      'one',
      kind('one', async () => {
        times++;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }),
    );
    for (let turn = 0; turn < 5; turn++) {
      jobRunner.wake({ jobId: 'a' });
      jobRunner.wake();
      await pass(time, 200);
    }
    expect(times).to.equal(1);
  });

  it('renews the lease every ten seconds while the work lasts, and no longer', async () => {
    const { kind } = ledgerOf(['a']);
    open(
      'one',
      kind('one', () => new Promise((resolve) => setTimeout(resolve, 35_000))),
    );
    await pass(time, 120_000);
    const signs = await renewals('a');
    expect(signs).to.have.length(4);
    expect(signs.every(({ holder, epoch }) => holder === 'one' && epoch === 1)).to.equal(true);
  });

  it('takes a job over only after a minute without a new sign of life, and the late holder notices', async () => {
    const ledger = ledgerOf(['a']);
    let alive = true;
    const cutOff: EventStore = {
      append: (stream, facts, expected) =>
        alive
          ? events.append(stream, facts, expected)
          : Promise.reject(new EventStoreFault('store-unavailable', 'cut off')),
      read: (stream, options) => events.read(stream, options),
      readAll: (options) => events.readAll(options),
      subscribe: (options, signal) => events.subscribe(options, signal),
      head: () => events.head(),
      newestAt: () => events.newestAt(),
    };
    const ends: string[] = [];
    const first = ledger.kind('one', (_job, _epoch, signal) =>
      untilAborted(signal).catch((error: unknown) => {
        ends.push(`one at ${performance.now()}: ${(error as Error).name}`);
        throw error;
      }),
    );
    open('one', { ...first, claimable: () => Promise.resolve(alive ? [{ jobId: 'a' }] : []) }, { events: cutOff });
    await pass(time, 5_000);
    open(
      'two',
      ledger.kind('two', (_job, epoch) => Promise.resolve(void ends.push(`two in epoch ${epoch}`))),
    );
    await pass(time, 95_000);
    expect(ends).to.deep.equal([]);
    alive = false;
    await pass(time, 28_000);
    expect(ends).to.deep.equal([]);
    await pass(time, 14_000);
    expect(ends).to.have.length(1);
    expect(ends[0]).to.match(/^one at 1[34]\d+\.?\d*: LeaseLost$/);
    await pass(time, 90_000);
    expect(ends[1]).to.equal('two in epoch 2');
  });

  it('releases unfinished jobs immediately to the next process when it stops', async () => {
    const ledger = ledgerOf(['a']);
    const first = open(
      'one',
      ledger.kind('one', (_job, _epoch, signal) => untilAborted(signal)),
    );
    await pass(time, 1_000);
    const stopped = first.stop(100);
    await pass(time, 1_000);
    await stopped;
    const epochs: number[] = [];
    open(
      'two',
      ledger.kind('two', (_job, epoch) => Promise.resolve(void epochs.push(epoch))),
    );
    await pass(time, 1_000);
    expect(epochs).to.deep.equal([2]);
  });

  it('takes over immediately where every other holder is known to have ended, but never from itself', async () => {
    const { kind, holders } = ledgerOf([]);
    holders.set('left', { state: 'held', holder: 'an earlier life', epoch: 1 });
    const epochs: number[] = [];
    let release = (): void => undefined;
    const jobRunner = open(
      'one',
      kind('one', (_job, epoch) => {
        epochs.push(epoch);
        return new Promise((resolve) => (release = resolve));
      }),
      { takeoverAfterMs: 0, scanEveryMs: 1_000 },
    );
    await pass(time, 10_000);
    expect(epochs).to.deep.equal([2]);
    release();
    await jobRunner.idle();
  });

  it('takes over immediately from a holder that is known to have ended, and waits for any other', async () => {
    const { kind, holders } = ledgerOf([]);
    for (const holder of ['killed', 'unknown']) holders.set(holder, { state: 'held', holder, epoch: 1 });
    const worked: string[] = [];
    const identity = identityOf('one', (holder) => holder === 'killed');
    open(
      'one',
      kind('one', ({ jobId }) => Promise.resolve(void worked.push(jobId))),
      { identity },
    );
    await pass(time, 30_000);
    expect(worked).to.deep.equal(['killed']);
    await pass(time, 90_000);
    expect(worked).to.deep.equal(['killed', 'unknown']);
  });

  it('stops the work when a later epoch holds the lease', async () => {
    const { kind } = ledgerOf(['a']);
    const ends: string[] = [];
    open('one', {
      ...kind('one', (_job, _epoch, signal) =>
        untilAborted(signal).catch((error: unknown) => void ends.push(messageOf(error))),
      ),
    });
    await pass(time, 1_000);
    const rival = open('two', {
      claimable: () => Promise.resolve([{ jobId: 'a' }]),
      holding: () => Promise.resolve({ state: 'free' }),
      correlation: () => Promise.resolve('request'),
      claim: () => Promise.resolve(7),
      work: () => new Promise((resolve) => setTimeout(resolve, 15_000)),
    });
    await pass(time, 14_000);
    expect(ends).to.deep.equal(['the lease of a is lost: a later epoch holds it']);
    await pass(time, 5_000);
    await rival.idle();
  });

  it('claims a job again whose work failed', async () => {
    const { kind } = ledgerOf(['a']);
    const epochs: number[] = [];
    open(
      'one',
      kind('one', (_job, epoch) => {
        epochs.push(epoch);
        return epochs.length < 3 ? Promise.reject(new Error('the store is away')) : Promise.resolve();
      }),
    );
    await pass(time, 120_000);
    expect(epochs).to.deep.equal([1, 2, 3]);
  });

  it('lets work end within its grace when it stops, then makes it stop, and claims nothing more', async () => {
    const { kind } = ledgerOf(['quick', 'long', 'waiting']);
    const ends: string[] = [];
    const jobRunner = open(
      'one',
      kind('one', async ({ jobId }, _epoch, signal) => {
        if (jobId === 'quick') await new Promise((resolve) => setTimeout(resolve, 2_000));
        else await untilAborted(signal).catch((error: unknown) => void ends.push(`${jobId}: ${messageOf(error)}`));
        ends.push(jobId);
      }),
      { slots: 2 },
    );
    await pass(time, 500);
    let stopped = false;
    const stopping = jobRunner.stop(5_000).then(() => (stopped = true));
    await pass(time, 4_000);
    expect(ends).to.deep.equal(['quick']);
    expect(stopped).to.equal(false);
    await pass(time, 2_000);
    await stopping;
    expect(ends).to.deep.equal(['quick', 'long: the platform is shutting down', 'long']);
  });

  it('does not wait for ever for work that will not stop', async () => {
    const { kind } = ledgerOf(['deaf']);
    const jobRunner = open(
      'one',
      kind('one', () => new Promise(() => undefined)),
    );
    await pass(time, 100);
    const stopping = jobRunner.stop(5_000);
    await pass(time, 11_000);
    await stopping;
  });
});

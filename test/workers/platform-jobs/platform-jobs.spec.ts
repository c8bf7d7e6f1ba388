import { expect } from 'chai';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { onPlatformJob, readJobReport, readPlatformJob } from '../../../commands/platform-job/platform-job-stream.js';
import { requestJob } from '../../../commands/processes/jobs/request-job.js';
import type { JobReportLine, NewPlatformJob, PlatformJobSummary } from '../../../events/platform-job.js';
import type { JobHold, JobKind } from '../../../workers/job-kind.js';
import { platformJobs } from '../../../workers/platform-jobs/platform-jobs.js';
import type { CarryOut, PlatformJobTask } from '../../../workers/platform-jobs/work-platform-job.js';
import { collected } from '../../support/collected.js';
import { dependenciesOn, emptyBytes, intentOf, logOf, memoryEvents } from '../../support/command-bench.js';
import { failureOf } from '../../support/failure-of.js';
import { valueOf } from '../../support/value-of.js';
import { memoryLog } from '../../gateways/service.js';

const request: NewPlatformJob = { kind: 'audit', parameters: { archivalGroup: null, quick: false } };
const summary: PlatformJobSummary = { views: 7 };
const line = (message: string): JobReportLine => ({
  ...{ code: 'E092', archivalGroup: 'a/g', key: 'f0/1', expected: null, found: null },
  message,
});
const done: CarryOut = () => Promise.resolve(summary);
const free: JobHold = { state: 'free' };

describe('a job of the platform in the hands of a worker', () => {
  let dependencies: Dependencies;
  let task: PlatformJobTask & { readonly correlationId: string };
  beforeEach(async () => {
    dependencies = dependenciesOn(memoryEvents(), emptyBytes());
    const { jobId } = valueOf(await requestJob(dependencies, intentOf('ann'), request));
    task = { jobId, correlationId: 'c1' };
  });

  const kindOf = (carryOut: CarryOut, holder = 'w1'): JobKind<PlatformJobTask> =>
    platformJobs({
      dependencies,
      identity: { holder, hasEnded: () => false, producer: 'test', now: dependencies.now },
      log: memoryLog().log,
      carryOut,
    });
  const { signal: never } = new AbortController();
  const untold = (): void => undefined;
  const work = async (carryOut: CarryOut, signal = never): Promise<void> => {
    const kind = kindOf(carryOut);
    const epoch = await kind.claim(task, await kind.holding(task));
    await kind.work(task, epoch ?? 0, signal, untold);
  };
  const job = () => readPlatformJob(dependencies.events, task.jobId);
  const reportOf = async (epoch: number) =>
    (await collected(readJobReport(dependencies.events, task.jobId, epoch))).map(({ message }) => message);

  it('ends with what it was for, and with its report', async () => {
    await work((held, output) => {
      expect(held.request).to.include({ jobId: task.jobId, by: 'ann', kind: 'audit' });
      output.line(line('one'));
      return Promise.resolve(summary);
    });
    expect(await job()).to.deep.include({
      status: 'ended',
      end: { outcome: 'completed', summary, errors: [], failures: 0 },
    });
    expect(await reportOf(1)).to.deep.equal(['one']);
  });

  it('ends with errors where anything failed', async () => {
    await work((_held, output) => {
      output.failure(line('wrong'));
      return Promise.resolve(summary);
    });
    const errors = [{ path: 'a/g', message: 'E092 f0/1: wrong' }];
    expect(await job()).to.deep.include({ end: { outcome: 'completedWithErrors', summary, errors, failures: 1 } });
  });

  it('ends with a fault that no repetition mends, and keeps what it found until then', async () => {
    await work((_held, output) => {
      output.failure(line('wrong'));
      return Promise.reject(new Error('the listing of /data/ocfl is not sorted'));
    });
    const message = 'The audit did not get to its end: the listing of ocfl is not sorted';
    const errors = [
      { path: 'a/g', message: 'E092 f0/1: wrong' },
      { path: null, message },
    ];
    expect(await job()).to.deep.include({
      end: { outcome: 'completedWithErrors', summary: null, errors, failures: 2 },
    });
    expect(await reportOf(1)).to.deep.equal(['wrong', message]);
  });

  it('waits for another worker where a store cannot be reached', async () => {
    const away = Object.assign(new Error('away'), { transient: true });
    expect(await failureOf(work(() => Promise.reject(away)))).to.equal(away);
    expect(await job()).to.deep.include({ status: 'live', epoch: 1 });
  });

  it('is held by the worker that claimed it, until another takes it over', async () => {
    const [one, other] = [kindOf(done, 'w1'), kindOf(done, 'w2')];
    expect(await one.holding(task)).to.deep.equal(free);
    expect(await one.claim(task, free)).to.equal(1);
    expect(await other.claim(task, free)).to.equal(null);
    const held = await other.holding(task);
    expect(held).to.deep.equal({ state: 'held', holder: 'w1', epoch: 1 });
    expect(await other.claim(task, held)).to.equal(2);
    await one.work(task, 1, never, untold); // whoever comes too late ends nothing
    expect(await job()).to.deep.include({ status: 'live', epoch: 2 });
    await other.work(task, 2, never, untold);
    expect(await other.holding(task)).to.deep.equal({ state: 'over' });
  });

  it('has the report of the worker that ended it', async () => {
    const killed = kindOf(done);
    await killed.claim(task, free);
    const record = { type: 'RecordJobReport', jobId: task.jobId, epoch: 1, page: 0, lines: [line('half')] } as const;
    await onPlatformJob(dependencies, intentOf('platform'), record);
    await work((_held, output) => {
      output.line(line('whole'));
      return Promise.resolve(summary);
    });
    expect(await job()).to.deep.include({ status: 'ended', epoch: 2 });
    expect(await reportOf(2)).to.deep.equal(['whole']);
  });

  it('is left as it is by a worker whose job was cancelled meanwhile', async () => {
    await work(async (_held, output) => {
      const cancel = { type: 'SteerJob', jobId: task.jobId, step: 'cancel' } as const;
      valueOf(await onPlatformJob(dependencies, intentOf('bob'), cancel));
      output.line(line('too late'));
      return summary;
    });
    const errors = [{ path: null, message: 'Cancelled by bob.' }];
    expect(await job()).to.deep.include({
      end: { outcome: 'completedWithErrors', summary: null, errors, failures: 1 },
    });
    expect((await logOf(dependencies.events)).map(({ type }) => type)).to.not.include('JobReportPageRecorded');
  });

  it('stops when its worker is stopped', async () => {
    const stopped = new AbortController();
    const reason = new Error('the platform is shutting down');
    const stopping: CarryOut = (_held, _output, signal) => {
      stopped.abort(reason);
      signal.throwIfAborted();
      return Promise.resolve(summary);
    };
    expect(await failureOf(work(stopping, stopped.signal))).to.equal(reason);
    expect(await job()).to.deep.include({ status: 'live', epoch: 1 });
  });
});

import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import {
  showOperations,
  type FaultSource,
  type OperationsSources,
} from '../../../../infra/compose/serving/operations.js';
import type { ReaderProgress } from '../../../../infra/compose/process/progress.js';
import { countJobs } from '../../../../infra/compose/serving/count-jobs.js';
import { openMetrics } from '../../../../infra/metrics/metrics.js';
import { serve } from '../../../gateways/service.js';

const late = (name: string, mayLag: boolean): ReaderProgress => ({
  name,
  mayLag,
  active: true,
  handled: null,
  behindSeconds: 60,
  ahead: false,
});

/** What the pages of a process with these readers answer. */
const pagesOf = async (
  readers: readonly ReaderProgress[],
  faults: readonly FaultSource[] = [],
  jobs: OperationsSources['jobs'] = null,
  builds: Awaited<ReturnType<OperationsSources['builds']>> = [],
) => {
  let app: RequestListener = () => undefined;
  showOperations({ serve: (shown: RequestListener) => void (app = shown) } as never, {
    roles: ['storage'],
    progress: { readers: () => readers, headUnknownSeconds: () => 0, close: () => Promise.resolve() },
    clock: { behindSeconds: () => 90.4 },
    metrics: openMetrics(),
    jobs,
    viewChecker: null,
    builds: () => Promise.resolve(builds),
    faults,
  });
  const service = await serve(app);
  const ready = await fetch(`${service.base}/ready`);
  const metrics = await (await fetch(`${service.base}/metrics`)).text();
  const report = (await ready.json()) as {
    readonly faults: readonly string[];
    readonly readers: readonly object[];
    readonly clockBehindSeconds: number;
    readonly jobs: readonly object[] | null;
    readonly building: readonly object[];
  };
  await service.close();
  return { status: ready.status, report, metrics };
};

describe('the readiness of a process', () => {
  it('ends where a reader of the log is behind', async () => {
    const { status, report } = await pagesOf([late('relay', false)]);
    expect(status).to.equal(503);
    expect(report.faults).to.deep.equal(['relay is behind the event log']);
  });

  it('ends where a reader of the log is ahead of it, even one that may be behind', async () => {
    const { status, report } = await pagesOf([{ ...late('search-files', true), ahead: true }]);
    expect(status).to.equal(503);
    expect(report.faults).to.have.length(1);
    expect(report.faults[0]).to.match(/^search-files is ahead of the event log, .*start the process again/);
  });

  it('ends where any part of the process has a fault, and shows all of them', async () => {
    const faults = [() => 'the broker is away', () => null, () => Promise.resolve('the disk is full')];
    const { status, report } = await pagesOf([], faults);
    expect(status).to.equal(503);
    expect(report.faults).to.deep.equal(['the broker is away', 'the disk is full']);
  });

  it('remains while a read model is rebuilt, and tells how far that is and how long it goes on', async () => {
    const build = { generation: 2, begun: '2026-05-01T12:00:00Z', percent: 40.5, remainingSeconds: 90, fetched: null };
    const unknown = {
      generation: null,
      begun: null,
      percent: 0,
      remainingSeconds: null,
      fetched: { bytes: 1_200, ofBytes: 5_900 },
    };
    const { status, report, metrics } = await pagesOf([], [], null, [
      ['deposits', build],
      ['jobs', unknown],
    ]);
    expect(status).to.equal(200);
    expect(report.building).to.deep.equal([
      { view: 'deposits', percent: 40.5, remainingSeconds: 90, fetched: null },
      { view: 'jobs', percent: 0, remainingSeconds: null, fetched: { bytes: 1_200, ofBytes: 5_900 } },
    ]);
    expect(metrics).to.include('muniment_view_build_ratio{view="deposits"} 0.405');
    expect(metrics).to.include('muniment_view_build_ratio{view="jobs"} 0');
    expect(metrics).to.include('muniment_view_build_remaining_seconds{view="deposits"} 90');
    expect(metrics).not.to.include('muniment_view_build_remaining_seconds{view="jobs"}');
  });

  it('remains while an index for searches is being filled, whose lag is shown', async () => {
    const { status, report, metrics } = await pagesOf([late('search-files', true)]);
    expect([status, report.faults]).to.deep.equal([200, []]);
    expect(report.readers[0]).to.include({ name: 'search-files', behindSeconds: 60 });
    expect(metrics).to.contain('muniment_reader_behind_seconds{reader="search-files"} 60');
  });

  it('remains where the clock is behind the newest fact, which is shown', async () => {
    const { status, report, metrics } = await pagesOf([]);
    expect([status, report.clockBehindSeconds]).to.deep.equal([200, 90]);
    expect(metrics).to.contain('muniment_clock_behind_seconds 90.4');
  });
});

describe('the numbers of jobs', () => {
  it('are shown by kind and state, with the time for which the oldest waits', async () => {
    let asked = 0;
    const counted = [
      { kind: 'import', waiting: 2, held: 1, running: 3, oldestWaiting: '2026-01-01T00:00:00.0000000Z' },
      { kind: 'audit', waiting: 0, held: 0, running: 0, oldestWaiting: null },
    ] as const;
    const jobs = countJobs(
      () => {
        asked += 1;
        return Promise.resolve(counted);
      },
      () => new Date('2026-01-01T00:01:30Z'),
    );
    const { report, metrics } = await pagesOf([], [], jobs);
    expect(report.jobs?.[0]).to.deep.equal({
      ...{ kind: 'import', waiting: 2, held: 1, running: 3, oldestWaitingSeconds: 90 },
    });
    for (const line of [
      'muniment_jobs{kind="import",state="waiting"} 2',
      'muniment_jobs{kind="import",state="held"} 1',
      'muniment_jobs{kind="import",state="running"} 3',
      'muniment_jobs{kind="audit",state="waiting"} 0',
      'muniment_oldest_waiting_job_seconds{kind="import"} 90',
      'muniment_oldest_waiting_job_seconds{kind="audit"} 0',
    ])
      expect(metrics).to.contain(line);
    expect(asked, 'the view is asked once for all of them').to.equal(1);
  });
});

import { expect } from 'chai';
import { onPipelineRun } from '../../commands/pipeline-run/pipeline-run-stream.js';
import { requestPipelineRun } from '../../commands/processes/pipeline/request-pipeline-run.js';
import { claimPipelineRun } from '../../commands/processes/pipeline/claim-pipeline-run.js';
import { lockDeposit } from '../../commands/processes/deposits/lock-deposit.js';
import type { Intent } from '../../commands/core/intent.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { readDeposit } from '../../commands/deposit/deposit-stream.js';
import { timestampOf } from '../../events/time.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openProjectors, type ReadModelProjectors } from '../../projections/read-models.js';
import { freshPipelineRuns } from '../../projections/pipeline-runs/fresh-pipeline-runs.js';
import type { UnfinishedQuery } from '../../projections/pipeline-runs/pipeline-runs.js';
import type { SingletonRun } from '../../workers/singleton.js';
import { staleRunEnder, type StaleRunEnderOptions } from '../../workers/stale-run-ender.js';
import { newDeposit } from '../commands/processes/scenarios.js';
import { dependenciesOn, emptyBytes, intentOf, memoryEvents, noon } from '../support/command-bench.js';
import { until } from '../support/scheduling/until.js';
import { valueOf } from '../support/value-of.js';
import { silent } from './support/log-of-facts.js';
import { alone } from '../support/alone.js';

const MINUTE = 60_000;
const STALE_MS = 1_440 * MINUTE;

describe('pipeline runs without progress', () => {
  let now: Date;
  let dependencies: Dependencies;
  let projectors: ReadModelProjectors;
  const running: SingletonRun[] = [];

  beforeEach(() => {
    now = noon;
    told.clear();
    const events = memoryEvents();
    dependencies = { ...dependenciesOn(events, emptyBytes()), now: () => now };
    projectors = openProjectors({
      events,
      documents: openDocumentStore(':memory:'),
      liveness: alone(),
    });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((run) => run.stop()));
    await projectors.close();
  });

  const by = (agent: string): Intent => ({ ...intentOf(agent), at: timestampOf(now) });
  const pass = (minutes: number): void => void (now = new Date(now.getTime() + minutes * MINUTE));
  const started = async (): Promise<{ readonly depositId: string; readonly runId: string }> => {
    const { depositId } = await newDeposit(dependencies, null);
    return { depositId, ...valueOf(await requestPipelineRun(dependencies, by('ann'), depositId)) };
  };
  /** A run that a process of the platform has claimed. */
  const claimed = async () => {
    const run = await started();
    valueOf(await claimPipelineRun(dependencies, by('platform'), { ...run, epoch: 0, worker: 'w1' }));
    return run;
  };
  const told = new Map<string, { readonly changedAt: string }>();
  const enderOf = (runs: StaleRunEnderOptions['runs']): SingletonRun =>
    staleRunEnder({
      dependencies,
      runs,
      readProgress: () => Promise.resolve(told),
      holderOf: async (runId) => (await projectors.readModels.jobs.job(runId))?.holder ?? null,
      staleMs: STALE_MS,
      log: silent,
      lookEveryMs: 2,
    });
  let looks = 0;
  const begin = (): void => {
    const { readModels } = projectors;
    const runs = {
      unfinishedBefore: async (query: UnfinishedQuery) => {
        await readModels.reached((await dependencies.events.head())!, 5_000);
        const found = await readModels.pipelineRuns.unfinishedBefore(query);
        looks += 1;
        return found;
      },
    };
    running.push(enderOf(runs));
  };
  /** Waits until it has looked twice from now on, and so has ended what the first of them found. */
  const looked = async (): Promise<void> => {
    const wanted = looks + 2;
    await until('it has looked twice', () => looks >= wanted);
  };
  const runOf = (depositId: string, runId: string) =>
    freshPipelineRuns({
      view: projectors.readModels.pipelineRuns,
      position: projectors.readModels.pipelineRunsPosition,
      events: dependencies.events,
    }).run(depositId, runId);

  it('are ended after a day, and their deposit is unlocked (companion 12.4)', async () => {
    const { depositId, runId } = await started();
    valueOf(await lockDeposit(dependencies, by('ben'), { depositId, force: false }));
    begin();
    pass(1_440);
    await looked();
    expect(await runOf(depositId, runId)).to.include({ status: 'waiting' });
    pass(1);
    await looked();
    expect(await runOf(depositId, runId)).to.include({
      status: 'completedWithErrors',
      errors: 'Cleaned up as previous processing did not complete',
      dateFinished: timestampOf(now),
    });
    expect((await readDeposit(dependencies.events, depositId))?.lock).to.equal(null);
  });
  it('are counted from their last progress, which the process that works them tells', async () => {
    const run = await claimed();
    begin();
    pass(1_441);
    told.set(run.runId, { changedAt: timestampOf(now) });
    pass(1_440);
    await looked();
    expect(await runOf(run.depositId, run.runId)).to.include({ status: 'processing' });
    pass(1);
    await looked();
    expect(await runOf(run.depositId, run.runId)).to.include({ status: 'completedWithErrors' });
  });
  it('are counted from when they were seen to move, while another process takes them over', async () => {
    const run = await claimed();
    begin();
    pass(2_000);
    told.set(run.runId, { changedAt: timestampOf(now) });
    await looked();
    told.clear();
    pass(1_440);
    await looked();
    expect(await runOf(run.depositId, run.runId)).to.include({ status: 'processing' });
    pass(1);
    await looked();
    expect(await runOf(run.depositId, run.runId)).to.include({ status: 'completedWithErrors' });
  });
  it('are counted from the begin of this work, where no process tells of them since', async () => {
    const run = await claimed();
    pass(2_000);
    begin();
    await looked();
    expect(await runOf(run.depositId, run.runId)).to.include({ status: 'processing' });
    pass(1_441);
    await looked();
    expect(await runOf(run.depositId, run.runId)).to.include({ status: 'completedWithErrors' });
  });
  it('are found behind any number of runs that go on', async () => {
    const stale = await started();
    const [seen] = await projectorsSaw(stale);
    const goingOn = Array.from({ length: 100 }, (_, run) => ({ ...seen!, runId: `run-${run}` }));
    pass(1_441);
    for (const { runId } of goingOn) told.set(runId, { changedAt: timestampOf(now) });
    const runs = {
      unfinishedBefore: ({ after }: UnfinishedQuery) =>
        Promise.resolve(after === null ? goingOn : after === goingOn.at(-1) ? [seen!] : []),
    };
    running.push(enderOf(runs));
    await until('it is ended', async () => (await runOf(stale.depositId, stale.runId))?.dateFinished !== null);
  });
  it('are not ended for what the view has not read yet', async () => {
    const run = await started();
    const [late] = await projectorsSaw(run);
    pass(1_441);
    const tools = { type: 'RecordPipelineTools', tools: [], warnings: [] } as const;
    const intent = by('platform');
    valueOf(await onPipelineRun(dependencies, intent, { ...tools, runId: run.runId, epoch: 1 }));
    let asked = 0;
    const runs = { unfinishedBefore: () => Promise.resolve(++asked > 0 ? [late!] : []) };
    running.push(enderOf(runs));
    await until('it has looked twice', () => asked >= 2);
    expect(await runOf(run.depositId, run.runId)).to.include({ status: 'waiting' });
  });

  const projectorsSaw = async ({ depositId, runId }: { readonly depositId: string; readonly runId: string }) => {
    await projectors.readModels.reached((await dependencies.events.head())!, 5_000);
    const run = await projectors.readModels.pipelineRuns.run(depositId, runId);
    return run === null ? [] : [run];
  };
});

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { onLedger, readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { readEntry } from '../../../commands/container/entry-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { SteeringStep } from '../../../commands/core/steering.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import { startImport } from '../../../commands/processes/imports/run-import.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import { reportPipelineStatus } from '../../../commands/processes/pipeline/end-pipeline-run.js';
import { requestPipelineRun } from '../../../commands/processes/pipeline/request-pipeline-run.js';
import { steerJob } from '../../../commands/steering/steer-job.js';
import {
  dependenciesOn,
  emptyBytes,
  finishEverything,
  intentOf,
  logOf,
  memoryEvents,
} from '../../support/command-bench.js';
import { inconsistencies } from '../../support/oracle/inconsistencies.js';
import { valueOf } from '../../support/value-of.js';
import { committedVersion, group, newDeposit, runningImport, submission } from '../processes/scenarios.js';

const ERRORS = [{ path: null, message: 'Cancelled by bob.' }];

describe('steering a job', () => {
  let dependencies: Dependencies;
  beforeEach(() => {
    dependencies = dependenciesOn(memoryEvents(), emptyBytes());
  });

  const steer = (jobId: string, step: SteeringStep, commandId: string = randomUUID()) =>
    steerJob(dependencies, intentOf('bob', commandId), { kind: 'import', jobId, archivalGroup: group }, step);
  const submitted = async () => {
    const { depositId } = await newDeposit(dependencies, group);
    return { depositId, ...valueOf(await submitImport(dependencies, intentOf('ann'), submission(depositId))) };
  };
  const codeOf = async (result: ReturnType<typeof steer>): Promise<string> => {
    const settled = await result;
    return settled.ok ? 'done' : settled.refusal.code;
  };
  const typesOf = async (): Promise<string[]> => (await logOf(dependencies.events)).map(({ type }) => type);

  it('cancels an import that waits: its result has the error, its deposit is in error and not active', async () => {
    const { jobId, depositId } = await submitted();
    valueOf(await steer(jobId, 'cancel'));
    expect(await readImportJob(dependencies.events, jobId)).to.deep.include({
      status: 'completedWithErrors',
      dateBegun: null,
      errors: ERRORS,
    });
    expect(await readDeposit(dependencies.events, depositId)).to.include({ status: 'error', active: false });
    expect((await readLedger(dependencies.events, group)).admitted).to.equal(null);
    await finishEverything(dependencies);
    expect(await inconsistencies(dependencies)).to.deep.equal([]);
  });

  it('cancels an import that runs, whose path is free then, and whose worker can decide no version', async () => {
    const { jobId, depositId } = await runningImport(dependencies, { committed: false });
    valueOf(await steer(jobId, 'cancel'));
    expect(await readImportJob(dependencies.events, jobId)).to.deep.include({ errors: ERRORS });
    expect(await readDeposit(dependencies.events, depositId)).to.include({ status: 'error', active: false });
    expect((await readEntry(dependencies.events, group)).entry).to.equal(null);
    const late = await onLedger(dependencies, intentOf('worker'), {
      type: 'DecideCommit',
      path: group,
      ...committedVersion(jobId, 1, '2026-05-04T12:00:00.000Z'),
    });
    expect(late).to.deep.include({ ok: false });
  });

  it('cancels an import that was admitted before its deposit was asked', async () => {
    const { depositId } = await newDeposit(dependencies, group);
    const { request } = submission(depositId);
    const plan = { pages: 0, entries: 0, bytes: 0, sha256: 'ff' };
    const job = { path: group, jobId: 'j1', resultId: 'r1', depositId, plan, request };
    valueOf(await onLedger(dependencies, intentOf('ann'), { type: 'AdmitImport', ...job }));
    valueOf(await steer('j1', 'cancel'));
    await finishEverything(dependencies);
    expect(await readImportJob(dependencies.events, 'j1')).to.deep.include({ errors: ERRORS });
    expect(await readDeposit(dependencies.events, depositId)).to.include({ status: 'error', active: false });
    expect(await inconsistencies(dependencies)).to.deep.equal([]);
  });

  it('cancels nothing of an import whose version is decided', async () => {
    const { jobId } = await runningImport(dependencies, { committed: true });
    expect(await codeOf(steer(jobId, 'cancel'))).to.equal('version-decided');
    expect((await readLedger(dependencies.events, group)).job).to.include({ phase: 'committed' });
  });

  it('answers a repeated request as the first, and records it once', async () => {
    const { jobId } = await submitted();
    for (const step of ['hold', { priority: 3 }, 'release', 'cancel'] as const) {
      const commandId = randomUUID();
      expect(await codeOf(steer(jobId, step, commandId))).to.equal('done');
      const before = await typesOf();
      expect(await codeOf(steer(jobId, step, commandId))).to.equal('done');
      expect(await typesOf()).to.deep.equal(before);
    }
  });

  it('holds a job until it is released', async () => {
    const { jobId } = await submitted();
    const start = () => startImport(dependencies, intentOf('platform'), { path: group, jobId, worker: 'w1' });
    valueOf(await steer(jobId, 'hold'));
    expect(await start()).to.deep.include({ ok: false });
    expect(await readImportJob(dependencies.events, jobId)).to.include({ status: 'waiting' });
    valueOf(await steer(jobId, 'release'));
    expect(valueOf(await start())).to.deep.equal({ epoch: 1, baseVersion: 0 });
    expect(await codeOf(steer(jobId, 'hold'))).to.equal('job-running');
  });

  it('lets one of a hold and a claim win, whichever comes to the ledger first', async () => {
    const { jobId } = await submitted();
    const [held, started] = await Promise.all([
      steer(jobId, 'hold'),
      startImport(dependencies, intentOf('platform'), { path: group, jobId, worker: 'w1' }),
    ]);
    expect([held.ok, started.ok].filter(Boolean)).to.have.length(1);
  });

  it('forces a pipeline run to its end by the same cancel, in the words of the caller', async () => {
    const { depositId } = await newDeposit(dependencies, null);
    const run = async () => valueOf(await requestPipelineRun(dependencies, intentOf('ann'), depositId)).runId;
    const first = await run();
    const job = { kind: 'pipelineRun', jobId: first, depositId } as const;
    valueOf(await steerJob(dependencies, intentOf('bob'), job, 'cancel'));
    const runId = await run();
    const forced = { depositId, runId, status: 'completedWithErrors', errors: 'bob forced completion.' } as const;
    valueOf(await reportPipelineStatus(dependencies, intentOf('bob'), forced));
    const ends = (await logOf(dependencies.events)).filter(({ type }) => type === 'PipelineRunForceCompleted');
    const told = ends.map(({ data }) => data as { readonly errors: string; readonly cancelledBy: string });
    expect(told.map(({ errors, cancelledBy }) => [errors, cancelledBy])).to.deep.equal([
      ['Cancelled by bob.', 'bob'],
      ['bob forced completion.', 'bob'],
    ]);
  });
});

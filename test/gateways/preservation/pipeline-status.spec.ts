import { expect } from 'chai';
import { onDeposit } from '../../../commands/deposit/deposit-stream.js';
import { claimPipelineRun } from '../../../commands/processes/pipeline/claim-pipeline-run.js';
import { intentOf } from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';
import { ask, newDeposit, type OpenedDeposit, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { as, depositIn, shown } from './deposit-life/deposits-by-state.js';

const FORCED = 'ben forced completion of this pipeline run.';

/** The code of the refusal, which the address of its page ends with. */
const codeOf = ({ type }: Reply['body']): string => type.slice(type.lastIndexOf('/') + 1);

describe('POST /deposits/pipeline-status (companion 12.4)', () => {
  const live = liveServices();

  interface Run {
    readonly deposit: OpenedDeposit;
    readonly runId: string;
  }

  const started = async (): Promise<Run> => {
    const deposit = await newDeposit(live);
    await ask('POST', `${deposit.uri}/pipeline`, undefined, as('ann'));
    const { text } = await ask('GET', `${deposit.uri}/pipelinerunjobs`);
    const [{ jobId }] = JSON.parse(text) as [{ jobId: string }];
    return { deposit, runId: jobId };
  };
  const say = ({ deposit, runId }: Run, status: string, others: object = {}): Promise<Reply> => {
    const body = { id: runId, depositId: deposit.id, status, ...others };
    return ask('POST', `${live.preservation}/deposits/pipeline-status`, body, as('ben'));
  };
  const told = async (run: Run, status: string, others: object = {}): Promise<void> => {
    const reply = await say(run, status, others);
    expect([reply.status, reply.text]).to.deep.equal([204, '']);
  };
  const read = async ({ deposit, runId }: Run): Promise<Reply['body']> =>
    (await ask('GET', `${deposit.uri}/pipelinerunjobs/${runId}`)).body;

  it('brings a run from waiting to completed', async () => {
    const run = await started();
    await told(run, 'processing', { runUser: 'ann' });
    const processing = await read(run);
    expect(processing).to.include({ status: 'processing', runUser: 'ann' });
    expect(processing['dateBegun']).to.be.a('string');
    await told(run, 'metadataCreated');
    expect(await read(run)).to.include({ status: 'metadataCreated', dateFinished: null });
    await told(run, 'completed');
    const completed = await read(run);
    expect(completed).to.deep.include({ status: 'completed', errors: null, counts: null });
    expect(completed['dateFinished']).to.be.a('string');
  });
  for (const before of ['waiting', 'processing', 'metadataCreated'])
    it(`forces the completion of a run that is ${before}, with the text, and releases the lock`, async () => {
      const run = await started();
      await ask('POST', `${run.deposit.uri}/lock`, undefined, as('ann'));
      await told(run, before);
      await told(run, 'completedWithErrors', { errors: FORCED });
      expect(await read(run)).to.deep.include({
        status: 'completedWithErrors',
        errors: [{ id: null, message: FORCED }],
      });
      expect((await shown(run.deposit))['lockedBy']).to.equal(null);
      expect((await ask('DELETE', `${run.deposit.uri}/lock`)).status).to.equal(204);
      expect((await ask('POST', `${run.deposit.uri}/pipeline`)).status).to.equal(204);
    });
  it('ends a run without a reason where none is given', async () => {
    const run = await started();
    await told(run, 'completedWithErrors');
    expect(await read(run)).to.deep.include({ status: 'completedWithErrors', errors: null });
  });
  it('releases the lock of whoever holds it when it completes a run', async () => {
    const run = await started();
    await ask('POST', `${run.deposit.uri}/lock`, undefined, as('ann'));
    await told(run, 'processing');
    await told(run, 'completed');
    expect(await shown(run.deposit)).to.include({ lockedBy: null, lockDate: null });
  });
  it('leaves a run that has ended as it is', async () => {
    const run = await started();
    await told(run, 'completedWithErrors', { errors: FORCED });
    const ended = await read(run);
    await told(run, 'completedWithErrors', { errors: 'another text' });
    for (const status of ['waiting', 'processing', 'metadataCreated', 'completed']) {
      const reply = await say(run, status);
      expect([reply.status, codeOf(reply.body)], status).to.deep.equal([409, 'pipeline-run-ended']);
    }
    expect(await read(run)).to.deep.equal(ended);
  });
  it('does not take a run back', async () => {
    const run = await started();
    await told(run, 'metadataCreated');
    const reply = await say(run, 'processing');
    expect([reply.status, codeOf(reply.body)]).to.deep.equal([409, 'pipeline-status-not-allowed']);
  });
  it('stops a worker of the platform, which can change nothing afterwards', async () => {
    const run = await started();
    const of = { depositId: run.deposit.id, runId: run.runId };
    const { dependencies } = live;
    valueOf(await claimPipelineRun(dependencies, intentOf('platform'), { ...of, epoch: 0, worker: 'w1' }));
    await told(run, 'completedWithErrors', { errors: FORCED });
    const counts = { identified: 1, unidentified: 0, infected: 0, failed: 0, formats: [] };
    const late = await onDeposit(dependencies, intentOf('platform'), {
      type: 'CompletePipelineRun',
      ...of,
      epoch: 1,
      counts,
    });
    expect(late.ok ? null : late.refusal.code).to.equal('pipeline-run-ended');
    expect(await read(run)).to.deep.include({ errors: [{ id: null, message: FORCED }] });
  });
  it('answers 404 without a deposit, also for one that was deleted', async () => {
    const { runId } = await started();
    const { deposit: gone } = await depositIn.deleted(live);
    for (const id of ['nothing', gone.id]) {
      const body = { id: runId, depositId: id, status: 'processing' };
      const reply = await ask('POST', `${live.preservation}/deposits/pipeline-status`, body);
      expect([reply.status, reply.body['detail']]).to.deep.equal([404, `No deposit for deposit id ${id}`]);
    }
  });
  it('answers 404 for a run that the deposit does not have', async () => {
    const run = await started();
    const { runId } = await started();
    for (const other of ['nothing', runId]) {
      const reply = await say({ ...run, runId: other }, 'processing');
      expect([reply.status, reply.body['detail']]).to.deep.equal([
        404,
        `No pipeline run ${other} for deposit id ${run.deposit.id}`,
      ]);
    }
  });
  const rows: readonly [string, object | undefined][] = [
    ['no body', undefined],
    ['no id', { depositId: 'd', status: 'processing' }],
    ['no deposit', { id: 'r', status: 'processing' }],
    ['no status', { id: 'r', depositId: 'd' }],
    ['another status', { id: 'r', depositId: 'd', status: 'running' }],
    ['errors that are no text', { id: 'r', depositId: 'd', status: 'completedWithErrors', errors: ['a'] }],
  ];
  for (const [words, body] of rows)
    it(`answers 400 for ${words}`, async () =>
      expect((await ask('POST', `${live.preservation}/deposits/pipeline-status`, body)).status).to.equal(400));
});

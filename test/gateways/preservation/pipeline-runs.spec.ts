import { expect } from 'chai';
import type { PipelineCounts, PipelineTool } from '../../../events/pipeline-run.js';
import { onDeposit } from '../../../commands/deposit/deposit-stream.js';
import { onPipelineRun } from '../../../commands/pipeline-run/pipeline-run-stream.js';
import { claimPipelineRun } from '../../../commands/processes/pipeline/claim-pipeline-run.js';
import { intentOf } from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';
import { ask, newDeposit, type OpenedDeposit, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { as, depositIn, shown } from './deposit-life/deposits-by-state.js';

const ORDER =
  'id type jobId deposit created createdBy lastModified lastModifiedBy archivalGroupName runUser cleanupProcessJob ' +
  'virusDefinition status dateFinished dateBegun errors counts tools warnings progress steps findings';
const FOUND: PipelineCounts = {
  identified: 2,
  unidentified: 1,
  infected: 0,
  failed: 0,
  formats: [{ puid: 'fmt/43', name: 'JPEG File Interchange Format', files: 2 }],
};

/** The code of the refusal, which the address of its page ends with. */
const codeOf = ({ type }: Reply['body']): string => type.slice(type.lastIndexOf('/') + 1);

describe('the pipeline of a deposit (preservation 2.13, 3.3, 4.6; companion 2.11, 12)', () => {
  const live = liveServices();
  afterEach(async () => {
    live.exports.letGo();
    await live.settle(); // an export that goes on still fills its deposit
  });

  const run = ({ uri }: OpenedDeposit, agent = 'ann'): Promise<Reply> =>
    ask('POST', `${uri}/pipeline`, undefined, as(agent));
  const runsOf = async ({ uri }: OpenedDeposit): Promise<readonly Reply['body'][]> => {
    const { status, text } = await ask('GET', `${uri}/pipelinerunjobs`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as Reply['body'][];
  };
  const started = async (agent = 'ann'): Promise<{ deposit: OpenedDeposit; runId: string; uri: string }> => {
    const deposit = await newDeposit(live, { archivalGroupName: 'Letters' });
    expect((await run(deposit, agent)).status).to.equal(204);
    const [{ id: uri, jobId }] = (await runsOf(deposit)) as [Reply['body']];
    return { deposit, runId: String(jobId), uri };
  };
  const worker = (deposit: OpenedDeposit, runId: string) => {
    const of = { depositId: deposit.id, runId };
    const { dependencies } = live;
    const by = () => intentOf('platform');
    return {
      claim: async (epoch = 0) =>
        valueOf(await claimPipelineRun(dependencies, by(), { ...of, epoch, worker: 'w1' })).epoch,
      record: async (tools: readonly PipelineTool[], warnings: readonly string[]) => {
        valueOf(
          await onPipelineRun(dependencies, by(), { type: 'RecordPipelineTools', ...of, epoch: 1, tools, warnings }),
        );
        await live.settle();
      },
      metadata: async () =>
        valueOf(await onDeposit(dependencies, by(), { type: 'RecordPipelineMetadata', ...of, epoch: 1 })),
      complete: async () =>
        valueOf(await onDeposit(dependencies, by(), { type: 'CompletePipelineRun', ...of, epoch: 1, counts: FOUND })),
      fail: async (errors: string) =>
        valueOf(await onDeposit(dependencies, by(), { type: 'FailPipelineRun', ...of, epoch: 1, errors })),
    };
  };

  it('is queued by a request without a body, and answered without one', async () => {
    const deposit = await newDeposit(live, { archivalGroupName: 'Letters' });
    const { status, text } = await run(deposit);
    expect([status, text]).to.deep.equal([204, '']);
    const [waiting, ...others] = await runsOf(deposit);
    expect(others).to.deep.equal([]);
    expect(Object.keys(waiting!).join(' ')).to.equal(ORDER);
    expect(waiting).to.deep.include({
      id: `${deposit.uri}/pipelinerunjobs/${String(waiting!['jobId'])}`,
      type: 'ProcessPipelineResult',
      deposit: deposit.id,
      createdBy: `${live.preservation}/agents/ann`,
      lastModifiedBy: `${live.preservation}/agents/ann`,
      archivalGroupName: 'Letters',
      runUser: 'ann',
      cleanupProcessJob: false,
      virusDefinition: null,
      status: 'waiting',
      dateFinished: null,
      dateBegun: null,
      errors: null,
      counts: null,
      tools: null,
      warnings: [],
      progress: null,
    });
  });
  it('does not lock the deposit', async () => {
    const { deposit } = await started();
    expect(await shown(deposit)).to.include({ lockedBy: null, lockDate: null });
  });
  it('is shown as a worker carries it on', async () => {
    const { deposit, runId, uri } = await started();
    const { claim, metadata, complete } = worker(deposit, runId);
    const run = async () => (await ask('GET', uri)).body;
    expect(await claim()).to.equal(1);
    const processing = await run();
    expect(processing).to.include({ status: 'processing', dateFinished: null });
    expect(processing['dateBegun']).to.be.a('string');
    await metadata();
    expect(await run()).to.include({ status: 'metadataCreated', dateBegun: processing['dateBegun'] });
    await complete();
    const completed = await run();
    expect(completed).to.deep.include({ status: 'completed', errors: null, counts: FOUND });
    expect(completed['lastModified']).to.equal(completed['dateFinished']);
  });
  it('shows its tools, the warnings about them, and how far it has come', async () => {
    const { deposit, runId, uri } = await started();
    const { claim, record, complete } = worker(deposit, runId);
    await claim();
    const tools = [{ name: 'clamav', version: '1.4.3', signatures: 'ClamAV 1.4.3/27886' }];
    const warnings = ['The virus signatures of ClamAV 1.4.3 were made on 2026-01-20, 300 days before the scan.'];
    await record(tools, warnings);
    const changedAt = '9999-01-01T00:00:00.0000000Z';
    const done = { step: 'look', files: 2, ofFiles: 3, bytes: 40, ofBytes: 60 };
    live.progress.set(runId, { epoch: 1, since: changedAt, ...done, changedAt });
    const shown = {
      ...{ tools: tools.map((tool) => ({ ...tool, seconds: null })), warnings, lastModified: '9999-01-01T00:00:00Z' },
      progress: { step: 'look', files: 2, of: 3, bytes: 40 },
    };
    expect((await ask('GET', uri)).body).to.deep.include(shown);
    expect((await runsOf(deposit))[0]).to.deep.include(shown);
    const stepsNow = async (): Promise<readonly string[]> => {
      const { body } = await ask('GET', uri);
      const steps = body['steps'] as readonly { readonly step: string; readonly ended: string | null }[];
      return steps.map(({ step, ended }) => (ended === null ? `${step} goes on` : step));
    };
    expect(await stepsNow()).to.deep.equal(['wait', 'prepare', 'look goes on']);
    await complete();
    expect(await stepsNow()).to.deep.equal(['wait', 'prepare', 'look']);
    expect((await ask('GET', uri)).body).to.include({ progress: null, findings: null });
    expect((await ask('GET', `${uri}/findings`)).status).to.equal(404);
  });
  it('shows why it failed', async () => {
    const { deposit, runId, uri } = await started();
    const { claim, fail } = worker(deposit, runId);
    await claim();
    await fail('Could not find object folder');
    expect((await ask('GET', uri)).body).to.deep.include({
      status: 'completedWithErrors',
      errors: [{ id: null, message: 'Could not find object folder' }],
      counts: null,
    });
  });
  it('releases the lock when it ends, whoever holds it', async () => {
    const { deposit, runId } = await started();
    const { claim, complete } = worker(deposit, runId);
    await ask('POST', `${deposit.uri}/lock`, undefined, as('ben'));
    await claim();
    expect(await shown(deposit)).to.include({ lockedBy: `${live.preservation}/agents/ben` });
    await complete();
    expect(await shown(deposit)).to.include({ lockedBy: null, lockDate: null });
    const { text } = await ask('GET', `${live.preservation}/deposits?createdBy=dev&pageSize=500`);
    const listed = (JSON.parse(text) as { deposits: Reply['body'][] }).deposits.find(({ id }) => id === deposit.uri);
    expect(listed?.['lockedBy']).to.equal(null);
  });
  it('is listed oldest first, with every run', async () => {
    const { deposit, runId } = await started();
    for (let more = 0; more < 3; more++) {
      const [last] = (await runsOf(deposit)).slice(-1);
      const ended = { id: last!['jobId'], depositId: deposit.id, status: 'completedWithErrors' };
      expect((await ask('POST', `${live.preservation}/deposits/pipeline-status`, ended)).status).to.equal(204);
      expect((await run(deposit)).status).to.equal(204);
    }
    const runs = await runsOf(deposit);
    expect(runs.map(({ status }) => status)).to.deep.equal([
      ...Array<string>(3).fill('completedWithErrors'),
      'waiting',
    ]);
    expect(runs[0]!['jobId']).to.equal(runId);
    const created = runs.map((each) => Date.parse(String(each['created'])));
    expect(created).to.deep.equal([...created].sort((a, b) => a - b));
  });
  it('has no runs at first', async () => expect(await runsOf(await newDeposit(live))).to.deep.equal([]));
  it('is asked by routes in any case (companion 1.1)', async () => {
    const { deposit, runId } = await started();
    const base = `${live.preservation}/DEPOSITS/${deposit.id}/PipelineRunJobs`;
    expect((await ask('GET', base)).status).to.equal(200);
    expect((await ask('GET', `${base}/${runId}`)).body).to.include({ jobId: runId });
    const body = { Id: runId, DepositId: deposit.id, Status: 'processing', RunUser: 'ann' };
    expect((await ask('POST', `${live.preservation}/Deposits/Pipeline-Status`, body)).status).to.equal(204);
    expect((await ask('GET', `${base}/${runId}`)).body).to.include({ status: 'processing' });
  });
  it('is the same at another gateway', async () => {
    const { deposit, runId } = await started();
    const other = await ask('GET', `${live.otherPreservation}/deposits/${deposit.id}/pipelinerunjobs/${runId}`);
    expect([other.status, other.body['status']]).to.deep.equal([200, 'waiting']);
  });

  describe('is refused', () => {
    it('404 without a deposit', async () => {
      const { status, body } = await ask('POST', `${live.preservation}/deposits/nothing/pipeline`);
      expect([status, body['detail']]).to.deep.equal([
        404,
        'Could not run pipeline because could not find no deposit for ID nothing',
      ]);
    });
    it('404 for a deleted deposit', async () => {
      const { deposit } = await depositIn.deleted(live);
      expect((await run(deposit)).status).to.equal(404);
    });
    it('409 while somebody else holds the lock', async () => {
      const deposit = await newDeposit(live);
      await ask('POST', `${deposit.uri}/lock`, undefined, as('ben'));
      const { status, body } = await run(deposit);
      expect([status, body['detail']]).to.deep.equal([
        409,
        `Could not run pipeline because the deposit ${deposit.id} is locked by ben`,
      ]);
      expect((await run(deposit, 'ben')).status).to.equal(204);
    });
    it('409 while another run has not ended, and says whose it is', async () => {
      const { deposit, runId } = await started();
      const { status, body } = await run(deposit, 'ben');
      expect([status, codeOf(body)]).to.deep.equal([409, 'deposit-has-pipeline-run']);
      expect(body['holder']).to.include({ what: `pipeline run ${runId}`, by: 'ann' });
    });
    it('409 while the deposit is being exported', async () => {
      const { deposit } = await depositIn.exporting(live);
      const { status, body } = await run(deposit);
      expect([status, codeOf(body)]).to.deep.equal([409, 'deposit-exporting']);
    });
    it('409 for all but one of two callers at once', async () => {
      const deposit = await newDeposit(live);
      const both = [live.preservation, live.otherPreservation].map((base) =>
        ask('POST', `${base}/deposits/${deposit.id}/pipeline`),
      );
      expect((await Promise.all(both)).map(({ status }) => status).sort()).to.deep.equal([204, 409]);
      expect(await runsOf(deposit)).to.have.lengthOf(1);
    });
  });

  it('is queued once by a request that is repeated with its key', async () => {
    const deposit = await newDeposit(live);
    const key = { ...as('ann'), 'idempotency-key': `pipeline of ${deposit.id}` };
    for (let time = 0; time < 2; time++)
      expect((await ask('POST', `${deposit.uri}/pipeline`, undefined, key)).status).to.equal(204);
    expect(await runsOf(deposit)).to.have.lengthOf(1);
  });
  it('answers 404 for runs of no deposit, for no run, and for a run of another deposit', async () => {
    const nowhere = await ask('GET', `${live.preservation}/deposits/nothing/pipelinerunjobs`);
    expect([nowhere.status, nowhere.body['detail']]).to.deep.equal([404, 'Deposit nothing not found']);
    const { runId } = await started();
    const { uri } = await newDeposit(live);
    expect((await ask('GET', `${uri}/pipelinerunjobs/nothing`)).status).to.equal(404);
    expect((await ask('GET', `${uri}/pipelinerunjobs/${runId}`)).status).to.equal(404);
    expect((await ask('GET', `${live.preservation}/deposits/nothing/pipelinerunjobs/${runId}`)).status).to.equal(404);
  });
  it('ends with the deposit, and is still shown', async () => {
    const { deposit, uri } = await started();
    expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
    const { status, body } = await ask('GET', uri);
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      status: 'completedWithErrors',
      errors: [{ id: null, message: 'The deposit was deleted.' }],
    });
    expect(await runsOf(deposit)).to.have.lengthOf(1);
  });
});

import { expect } from 'chai';
import { claimPipelineRun } from '../../../commands/processes/pipeline/claim-pipeline-run.js';
import { intentOf } from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';
import { ask, describeFiles, fresh, newContainer, newDeposit, newGroup, upload, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { as } from '../preservation/deposit-life/deposits-by-state.js';

type Job = Reply['body'] & Readonly<Record<string, unknown>>;

describe('steering the jobs of the platform over HTTP', () => {
  const live = liveServices();
  afterEach(() => {
    live.exports.letGo();
    live.imports.letGo();
  });

  const steer = (job: string, step: string, agent = 'ona', body?: object): Promise<Reply> =>
    ask(step === 'priority' ? 'PUT' : 'POST', `${job}/${step}`, body, as(agent));
  const codeOf = ({ body }: Reply): string | undefined => body.type.split('/').at(-1);
  const jobIn = async (uri: string): Promise<Job> => (await ask('GET', uri)).body;
  /** A pipeline run that waits; the specs of the interface are its worker. */
  const queued = async () => {
    const deposit = await newDeposit(live, { archivalGroupName: 'Letters' });
    expect((await ask('POST', `${deposit.uri}/pipeline`)).status).to.equal(204);
    const { text } = await ask('GET', `${live.preservation}/jobs?deposit=${deposit.id}`);
    const [job] = (JSON.parse(text) as { readonly jobs: readonly Job[] }).jobs;
    return { deposit, job: job! };
  };
  /** An import that waits, of a group that is not there yet. */
  const waitingImport = async () => {
    const archivalGroup = `${live.preservation}/repository/${await newContainer(live)}/letters`;
    const deposit = await newDeposit(live, { archivalGroup, archivalGroupName: 'Letters', template: 'RootLevel' });
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    live.imports.hold();
    const posted = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    expect(posted.status, posted.text).to.equal(201);
    const result = posted.body.id;
    return { archivalGroup, deposit, result, job: `${live.preservation}/jobs/${result.slice(-12)}` };
  };
  const waitingExport = async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    live.exports.hold();
    const posted = await ask('POST', `${live.storage}/export`, {
      archivalGroup: `${live.storage}/repository/${path}`,
      destination: `s3://${live.places.workspaceBucket}/exports/${fresh('out')}`,
    });
    return { path, id: posted.body.id, job: `${live.storage}/jobs/${posted.body.id.slice(-12)}` };
  };

  it('holds and releases a job that waits, as often as it is asked', async () => {
    const { deposit, job } = await queued();
    for (let time = 0; time < 2; time++) {
      const { status, body } = await steer(job.id, 'hold');
      expect(status).to.equal(200);
      expect(body).to.include({ id: job.id, state: 'held', heldBy: `${live.preservation}/agents/ona` });
    }
    const runs = JSON.parse((await ask('GET', `${deposit.uri}/pipelinerunjobs`)).text) as readonly Job[];
    expect(runs.map(({ status }) => status)).to.deep.equal(['waiting']);
    const claim = { depositId: deposit.id, runId: String(job['jobId']), epoch: 0, worker: 'w1' };
    expect(await claimPipelineRun(live.dependencies, intentOf('platform'), claim)).to.deep.include({ ok: false });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await steer(job.id, 'release');
      expect([status, body['state'], body['heldBy']]).to.deep.equal([200, 'waiting', null]);
    }
    valueOf(await claimPipelineRun(live.dependencies, intentOf('platform'), claim));
    const refused = await steer(job.id, 'hold');
    expect([refused.status, codeOf(refused)]).to.deep.equal([409, 'job-running']);
  });

  it('changes the priority of a job that waits, between -10 and 10', async () => {
    const { job } = await queued();
    const { status, body } = await steer(job.id, 'priority', 'ona', { priority: -10 });
    expect([status, body['priority']]).to.deep.equal([200, -10]);
    for (const priority of [11, 1.5, 'high'])
      expect((await steer(job.id, 'priority', 'ona', { priority })).status).to.equal(400);
  });

  it('cancels a pipeline run, which says so where it is shown', async () => {
    const { deposit, job } = await queued();
    const { status, body } = await steer(job.id, 'cancel');
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      state: 'completedWithErrors',
      cancelledBy: `${live.preservation}/agents/ona`,
      errors: [{ id: null, message: 'Cancelled by ona.' }],
    });
    const run = await ask('GET', `${deposit.uri}/pipelinerunjobs/${String(job['jobId'])}`);
    expect(run.body).to.deep.include({
      status: 'completedWithErrors',
      errors: [{ id: null, message: 'Cancelled by ona.' }],
    });
    expect((await steer(job.id, 'cancel', 'another')).status).to.equal(200);
    const held = await steer(job.id, 'hold');
    expect([held.status, codeOf(held)]).to.deep.equal([409, 'job-ended']);
    expect((await ask('POST', `${deposit.uri}/pipeline`)).status).to.equal(204);
  });

  it('takes a request with the same Idempotency-Key once', async () => {
    const { job } = await queued();
    const key = { ...as('ona'), 'idempotency-key': fresh('hold') };
    expect((await ask('POST', `${job.id}/hold`, undefined, key)).status).to.equal(200);
    expect((await steer(job.id, 'release')).body['state']).to.equal('waiting');
    expect((await ask('POST', `${job.id}/hold`, undefined, key)).body['state']).to.equal('waiting');
  });

  it('cancels an import by the id of its result, and leaves a deposit in error that can be imported again', async () => {
    const { archivalGroup, deposit, result, job } = await waitingImport();
    expect((await steer(job, 'hold')).body).to.include({ state: 'held' });
    expect((await jobIn(result))['status']).to.equal('waiting');
    expect((await steer(job, 'cancel')).body).to.include({ state: 'completedWithErrors', failures: 1 });
    live.imports.letGo();
    await live.settle();
    expect(await jobIn(result)).to.deep.include({
      status: 'completedWithErrors',
      errors: [{ id: null, message: 'Cancelled by ona.' }],
    });
    expect(await jobIn(deposit.uri)).to.include({ status: 'error', active: false });
    expect((await ask('GET', archivalGroup)).status).to.equal(404);
    expect((await ask('PUT', `${deposit.uri}/activate`)).status).to.equal(204);
    const again = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    await live.settle();
    expect((await jobIn(again.body.id))['status']).to.equal('completed');
  });

  it('cancels an export on the storage service', async () => {
    const { id, job } = await waitingExport();
    expect((await steer(job, 'cancel')).body).to.include({ state: 'completedWithErrors', failures: 1 });
    expect((await ask('GET', id)).body['errors']).to.deep.equal([{ id: `${id}#error`, message: 'Cancelled by ona.' }]);
  });

  it('refuses to cancel an import whose version is published, and answers 404 for no job', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const { text } = await ask('GET', `${live.storage}/jobs?group=${path}`);
    const [job] = (JSON.parse(text) as { readonly jobs: readonly Job[] }).jobs;
    const refused = await steer(job!.id, 'cancel');
    expect([refused.status, codeOf(refused)]).to.deep.equal([409, 'job-ended']);
    for (const step of ['cancel', 'hold', 'release'])
      expect((await steer(`${live.preservation}/jobs/none`, step)).status).to.equal(404);
  });
});

import { expect } from 'chai';
import { ask, describeFiles, fresh, newContainer, newDeposit, newGroup, upload, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { as } from '../preservation/deposit-life/deposits-by-state.js';

describe('asking again for a job that has ended', () => {
  const live = liveServices();
  afterEach(() => {
    live.exports.letGo();
    live.imports.letGo();
  });

  const retry = (job: string, headers = as('ona')): Promise<Reply> => ask('POST', `${job}/retry`, undefined, headers);
  const shown = async (uri: string): Promise<Reply['body']> => (await ask('GET', uri)).body;
  const codeOf = ({ body }: Reply): string | undefined => body.type.split('/').at(-1);
  const jobOf = (uri: string, base = live.preservation): string => `${base}/jobs/${uri.slice(-12)}`;
  const cancelledImport = async () => {
    const archivalGroup = `${live.preservation}/repository/${await newContainer(live)}/letters`;
    const deposit = await newDeposit(live, { archivalGroup, archivalGroupName: 'Letters', template: 'RootLevel' });
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    live.imports.hold();
    const posted = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
    const job = jobOf(posted.body.id);
    expect((await retry(job)).status).to.equal(409);
    expect(codeOf(await retry(job))).to.equal('job-not-ended');
    const { body } = await ask('POST', `${job}/cancel`);
    live.imports.letGo();
    return { archivalGroup, deposit, job: body.id };
  };
  const cancelledExport = async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    live.exports.hold();
    const { body } = await ask('POST', `${live.storage}/export`, {
      archivalGroup: `${live.storage}/repository/${path}`,
      destination: `s3://${live.places.workspaceBucket}/exports/${fresh('out')}`,
    });
    const job = jobOf(body.id, live.storage);
    await ask('POST', `${job}/cancel`);
    live.exports.letGo();
    return { path, job };
  };

  it('imports what the first import would have, in the name of who asks, and links both', async () => {
    const { archivalGroup, deposit, job } = await cancelledImport();
    const again = await retry(job);
    expect(again.status, again.text).to.equal(201);
    expect(again.headers.get('location')).to.equal(again.body.id);
    expect(again.body).to.include({ kind: 'import', agent: `${live.preservation}/agents/ona`, retryOf: job });
    expect((await shown(job))['retriedAs']).to.equal(again.body.id);
    await live.settle();
    expect(await shown(again.body.id)).to.include({ state: 'completed', version: 'v1' });
    expect(await shown(deposit.uri)).to.include({ status: 'preserved' });
    expect(await shown(archivalGroup)).to.include({ createdBy: `${live.preservation}/agents/ona` });
    const refused = await retry(job);
    expect([refused.status, codeOf(refused)]).to.deep.equal([409, 'deposit-has-import-job']);
  });

  it('is refused while another agent has the lock of the deposit', async () => {
    const { deposit, job } = await cancelledImport();
    await ask('POST', `${deposit.uri}/lock`, undefined, as('another'));
    const refused = await retry(job);
    expect([refused.status, codeOf(refused)]).to.deep.equal([409, 'deposit-locked']);
    await ask('DELETE', `${deposit.uri}/lock`);
  });

  it('exports the same version to the same place, on the storage service', async () => {
    const { job } = await cancelledExport();
    const again = await retry(job);
    expect(again.body).to.include({ kind: 'export', retryOf: job, version: 'v1' });
    await live.settle();
    const { state, result } = (await shown(again.body.id)) as Reply['body'] & { readonly result: string };
    expect([state, (await shown(result))['errors']]).to.deep.equal(['completed', []]);
    const occupied = await retry(job);
    expect([occupied.status, codeOf(occupied)]).to.deep.equal([409, 'destination-not-empty']);
  });

  it('exports into a new deposit, once the first one is gone', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const archivalGroup = `${live.preservation}/repository/${path}`;
    live.exports.hold();
    const request = { archivalGroup, submissionText: 'Again' };
    const deposit = (await ask('POST', `${live.preservation}/deposits/export`, request)).body.id;
    const { text } = await ask('GET', `${live.preservation}/jobs?deposit=${deposit.slice(-12)}`);
    const [{ id: job }] = (JSON.parse(text) as { readonly jobs: readonly [{ readonly id: string }] }).jobs;
    await ask('POST', `${job}/cancel`);
    live.exports.letGo();
    expect(codeOf(await retry(job))).to.equal('deposit-active-elsewhere');
    expect((await ask('DELETE', deposit)).status).to.equal(204);
    const again = await retry(job);
    expect(again.status, again.text).to.equal(201);
    await live.settle();
    const second = String(again.body['deposit']);
    expect(second).not.to.equal(deposit);
    expect(await shown(second)).to.include({ status: 'new', submissionText: 'Again', versionExported: 'v1' });
  });

  it('runs the pipeline again, once for one Idempotency-Key', async () => {
    const deposit = await newDeposit(live, { archivalGroupName: 'Letters' });
    await ask('POST', `${deposit.uri}/pipeline`);
    const { text } = await ask('GET', `${live.preservation}/jobs?deposit=${deposit.id}`);
    const [{ id: job }] = (JSON.parse(text) as { readonly jobs: readonly [{ readonly id: string }] }).jobs;
    expect(codeOf(await retry(job))).to.equal('job-not-ended');
    await ask('POST', `${job}/cancel`);
    const key = { ...as('ona'), 'idempotency-key': fresh('retry') };
    const again = await retry(job, key);
    expect(again.body).to.include({ kind: 'pipelineRun', state: 'waiting', retryOf: job });
    expect((await retry(job, key)).body.id).to.equal(again.body.id);
    const { body } = await ask('GET', again.body.id);
    const [before, ...others] = body['earlier'] as readonly Readonly<Record<string, unknown>>[];
    expect(others).to.deep.equal([]);
    expect(before).to.include({ id: job, state: 'completedWithErrors' });
    expect(codeOf(await retry(job))).to.equal('deposit-has-pipeline-run');
  });

  it('audits again', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const first = await ask('POST', `${live.storage}/jobs`, { kind: 'audit', archivalGroup: path });
    await live.settle();
    const again = await retry(first.body.id);
    expect(again.body).to.include({ kind: 'audit', retryOf: first.body.id });
    await live.settle();
    expect((await shown(again.body.id))['state']).to.equal('completed');
    expect((await retry(`${live.storage}/jobs/none`)).status).to.equal(404);
  });
});

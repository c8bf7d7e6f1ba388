import { expect } from 'chai';
import { onDeposit } from '../../../commands/deposit/deposit-stream.js';
import { claimPipelineRun } from '../../../commands/processes/pipeline/claim-pipeline-run.js';
import { intentOf } from '../../support/command-bench.js';
import { sentEvents, type SentEvent } from '../../support/http/server-sent-events.js';
import { valueOf } from '../../support/value-of.js';
import { ask, fresh, newDeposit, newGroup, type OpenedDeposit, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { as } from '../preservation/deposit-life/deposits-by-state.js';

type Job = Reply['body'] & Readonly<Record<string, unknown>>;

describe('the jobs of the platform', () => {
  const live = liveServices();

  const list = async (query: string, base = live.preservation): Promise<{ jobs: readonly Job[]; total: number }> => {
    const { status, text } = await ask('GET', `${base}/jobs?${query}`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as { jobs: readonly Job[]; total: number };
  };
  const only = async (query: string, base = live.preservation): Promise<Job> => {
    const { jobs, total } = await list(query, base);
    expect(total).to.equal(1);
    return jobs[0]!;
  };
  /** A deposit with a pipeline run that waits; the specs of the interface are its worker. */
  const queued = async (agent = fresh('agent')) => {
    const deposit = await newDeposit(live, { archivalGroupName: 'Letters' });
    expect((await ask('POST', `${deposit.uri}/pipeline`, undefined, as(agent))).status).to.equal(204);
    return { deposit, agent, job: await only(`deposit=${deposit.id}`) };
  };
  const worked = (deposit: OpenedDeposit, { jobId }: Job) => {
    const of = { depositId: deposit.id, runId: String(jobId) };
    const counts = { identified: 2, unidentified: 1, infected: 0, failed: 0, formats: [] };
    return {
      claim: async () =>
        valueOf(await claimPipelineRun(live.dependencies, intentOf('platform'), { ...of, epoch: 0, worker: 'w1' })),
      complete: async () =>
        valueOf(
          await onDeposit(live.dependencies, intentOf('platform'), {
            ...{ type: 'CompletePipelineRun', ...of, epoch: 1, counts },
          }),
        ),
    };
  };

  it('have an import that was posted with a deposit, on both services, with their own URIs', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const job = await only(`group=${path}`);
    expect(job).to.include({ type: 'Job', kind: 'import', state: 'completed', version: 'v1', failures: 0 });
    expect(job['steps']).to.have.length(4);
    expect(job['planned']).to.include({ changed: 0, deleted: 0, renamed: 0 }).and.to.have.property('added').above(0);
    const there = await only(`group=${path}`, live.storage);
    expect(there).to.include({
      jobId: job['jobId'],
      deposit: null,
      id: `${live.storage}/jobs/${String(job['jobId'])}`,
    });
    const result = await ask('GET', String(job['result']));
    expect([result.status, result.body.id]).to.deep.equal([200, job['result']]);
    expect((await ask('GET', String(there['result']))).status).to.equal(200);
    expect((await ask('GET', String(job['versionUri']))).status).to.equal(200);
    expect((await ask('GET', String(job['deposit']))).status).to.equal(200);
    const resultId = String(job['result']).split('/').at(-1)!;
    expect((await ask('GET', `${live.preservation}/jobs/${resultId}`)).body.id).to.equal(job.id);
    expect((await ask('GET', `${live.storage}/jobs/${resultId}`)).status).to.equal(404);
  });

  it('have an export', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const archivalGroup = `${live.storage}/repository/${path}`;
    const destination = `s3://${live.places.workspaceBucket}/exports/${fresh('out')}`;
    const posted = await ask('POST', `${live.storage}/export`, { archivalGroup, destination });
    expect(posted.status, posted.text).to.equal(201);
    expect(await only(`group=${path}&kind=export`, live.storage)).to.include({ result: posted.body.id, version: 'v1' });
    await live.settle();
    expect(await only(`group=${path}&kind=export`)).to.include({ state: 'completed', files: 2, result: null });
  });

  it('have a pipeline run as soon as it was asked for, on the preservation service alone', async () => {
    const { deposit, agent, job } = await queued();
    expect(job).to.include({
      ...{ kind: 'pipelineRun', state: 'waiting', begun: null, process: null, progress: null, priority: 0 },
      agent: `${live.preservation}/agents/${agent}`,
      deposit: deposit.uri,
    });
    const { ahead, earlier, ...alone } = (await ask('GET', job.id)).body as Job;
    expect(alone).to.deep.equal(job);
    expect([ahead, earlier]).to.deep.equal([ahead, []]);
    expect((await ask('GET', `${live.storage}/jobs/${String(job['jobId'])}`)).status).to.equal(404);
    await worked(deposit, job).claim();
    await live.settle();
    expect((await ask('GET', job.id)).body).to.include({ state: 'running', process: 'w1' });
    expect((await list(`agent=${agent}&state=waiting,held`)).total).to.equal(0);
    await worked(deposit, job).complete();
    await live.settle();
    expect((await ask('GET', job.id)).body).to.deep.include({
      ...{ state: 'completed', files: 3, archivalGroupName: 'Letters' },
      counts: { identified: 2, unidentified: 1, infected: 0, failed: 0, notScanned: null },
    });
  });

  it('say what stands before one that waits: what runs, and what the same agent asked for before', async () => {
    const { agent, deposit, job: first } = await queued();
    const { job: second } = await queued(agent);
    const aheadOf = async ({ id }: Job): Promise<readonly Job[]> => {
      const { body } = await ask('GET', id);
      const ahead = body['ahead'] as readonly Job[];
      return ahead.filter((each) => each['agent'] === second['agent']);
    };
    expect(await aheadOf(first)).to.deep.equal([]);
    const [before, ...others] = await aheadOf(second);
    expect(others).to.deep.equal([]);
    expect(before).to.include({ id: first.id, state: 'waiting', archivalGroupName: 'Letters', remainingSeconds: null });
    await worked(deposit, first).claim();
    await live.settle();
    expect((await aheadOf(second)).map((each) => [each.id, each['state']])).to.deep.equal([[first.id, 'running']]);
    expect(await aheadOf(first)).to.deep.equal([]);
  });

  it('are listed by agent, kind, state and time, page by page', async () => {
    const agent = fresh('agent');
    const [first, second] = [await queued(agent), await queued(agent)].map(({ job }) => job);
    const ids = async (query: string) => (await list(`agent=${agent}&${query}`)).jobs.map(({ id }) => id);
    expect(await ids('')).to.deep.equal([second!.id, first!.id]);
    const shown = (await list(`agent=${agent}`)).jobs;
    expect(shown.map(({ before }) => before)).to.deep.equal([1, 0]);
    expect((await ask('GET', second!.id)).body).to.include({ before: 1 });
    expect(await ids('page=2&pageSize=1')).to.deep.equal([first!.id]);
    expect(await ids('kind=PIPELINERUN,import&state=Waiting')).to.deep.equal([second!.id, first!.id]);
    expect(await ids('kind=import')).to.deep.equal([]);
    expect(await ids(`from=${String(second!['submitted'])}`)).to.deep.equal([second!.id]);
    expect(await ids(`to=${String(second!['submitted'])}`)).to.deep.equal([first!.id]);
    expect(await ids('endedFrom=2000-01-01'), 'they have not ended').to.deep.equal([]);
    expect((await ask('GET', `${live.preservation}/jobs?endedTo=soon`)).status).to.equal(400);
  });

  it('are given as a table, all of them', async () => {
    const agent = fresh('agent');
    const jobs = [await queued(agent), await queued(agent)].map(({ job }) => job.id);
    const query = `agent=${agent}&pageSize=1`;
    const { status, text } = await ask('GET', `${live.preservation}/jobs?${query}`, undefined, { accept: 'text/csv' });
    const [head = '', ...rows] = text.trimEnd().split('\n');
    expect([status, head.split(',').slice(0, 3)]).to.deep.equal([200, ['id', 'kind', 'state']]);
    expect(rows.map((row) => row.split(',')[0])).to.deep.equal(jobs.toReversed());
  });

  it('are refused by words that there are not, and those are named', async () => {
    const detailOf = async (base: string, query: string): Promise<unknown> => {
      const { status, body } = await ask('GET', `${base}/jobs?${query}`);
      expect(status).to.equal(400);
      return body['detail'];
    };
    expect(await detailOf(live.preservation, 'kind=imports')).to.contain("There is no kind of jobs 'imports'");
    expect(await detailOf(live.storage, 'kind=pipelineRun')).to.contain('there are import, export, audit');
    expect(await detailOf(live.preservation, 'state=failed')).to.contain('completedWithErrors');
    expect((await ask('GET', `${live.preservation}/jobs/none`)).status).to.equal(404);
    expect((await ask('GET', `${live.preservation}/jobs/none/events`)).status).to.equal(404);
  });

  it('are followed until they have ended, and no further', async () => {
    const { deposit, job } = await queued();
    const events = sentEvents(await fetch(`${job.id}/events`));
    const next = async () => (await events.next()).value as SentEvent | undefined;
    expect(JSON.parse((await next())!.data)).to.deep.equal((await ask('GET', job.id)).body);
    await worked(deposit, job).claim();
    await worked(deposit, job).complete();
    const [one, other] = [await next(), await next()];
    const last = other ?? one;
    expect(last).to.include({ event: 'job', id: 'ended' });
    expect(JSON.parse(last!.data)).to.include({ state: 'completed', files: 3 });
    const again = await fetch(`${job.id}/events`, { headers: { 'last-event-id': 'ended' } });
    expect(again.status).to.equal(204);
  });
});

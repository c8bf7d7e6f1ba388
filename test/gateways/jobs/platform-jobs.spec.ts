import { expect } from 'chai';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { ask, fresh, newGroup, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { as } from '../preservation/deposit-life/deposits-by-state.js';

describe('audits, adoptions and rebuilds', () => {
  const live = liveServices();
  afterEach(() => live.platformJobs.letGo());

  const post = (body: object, base = live.preservation, headers: Readonly<Record<string, string>> = {}) =>
    ask('POST', `${base}/jobs`, body, headers);
  const ended = async ({ body }: Reply): Promise<Reply['body']> => {
    await live.settle();
    return (await ask('GET', body.id)).body;
  };

  it('are asked for on either service, and answered as GET answers them', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const agent = fresh('agent');
    live.platformJobs.hold();
    for (const base of [live.preservation, live.storage]) {
      const kind = base === live.storage ? 'audit' : 'adoption';
      const posted = await post({ kind, archivalGroup: `${base}/repository/${path}` }, base, as(agent));
      expect(posted.status, posted.text).to.equal(201);
      expect(posted.body).to.include({
        ...{ kind, state: 'waiting', agent: `${base}/agents/${agent}`, archivalGroup: `${base}/repository/${path}` },
        result: `${posted.body.id}/report`,
      });
      expect(posted.headers.get('location')).to.equal(posted.body.id);
      const { ahead, earlier, ...shown } = (await ask('GET', posted.body.id)).body as Readonly<Record<string, unknown>>;
      expect([ahead, earlier]).to.deep.equal([[], []]);
      expect({ ...shown, before: null }, 'its place is read from the view').to.deep.equal(posted.body);
    }
    live.platformJobs.letGo();
    await live.settle();
    const { body } = await ask('GET', `${live.preservation}/jobs?agent=${agent}`);
    expect(body['jobs']).to.have.length(2);
    for (const job of body['jobs'] as readonly object[]) expect(job).to.include({ state: 'completed', failures: 0 });
  });

  it('are under way once for each kind and target: another is refused, and the first is named', async () => {
    const [{ path }, other] = [await newGroup({ 'objects/a.txt': 'a' }), await newGroup({ 'objects/a.txt': 'a' })];
    live.platformJobs.hold();
    const both = await Promise.all([1, 2].map(() => post({ kind: 'audit', archivalGroup: path })));
    const [first, second] = both.sort((a, b) => a.status - b.status);
    expect([first!.status, second!.status]).to.deep.equal([201, 409]);
    const { jobId } = first!.body as unknown as { readonly jobId: string };
    expect(second!.body.type).to.match(/job-of-kind-active$/);
    expect(second!.body['detail']).to.contain(`The audit job ${jobId} has not ended`);
    expect((await post({ kind: 'audit', archivalGroup: other.path })).status).to.equal(201);
    expect((await post({ kind: 'adoption', archivalGroup: path })).status).to.equal(201);
    live.platformJobs.letGo();
    await live.settle();
    expect((await post({ kind: 'audit', archivalGroup: path })).status).to.equal(201);
  });

  it('are begun once by a request that is sent again', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const key = { 'idempotency-key': fresh('key') };
    const first = await post({ kind: 'audit', archivalGroup: path }, live.storage, key);
    await live.settle();
    const again = await post({ kind: 'audit', archivalGroup: path }, live.storage, key);
    expect([again.status, again.body.id]).to.deep.equal([201, first.body.id]);
    expect(again.body['state']).to.equal('completed');
  });

  const refused: readonly (readonly [object, string])[] = [
    [{ kind: 'audit', dryRun: true }, "A job of kind audit has no 'dryRun'; it has archivalGroup, quick."],
    [{ kind: 'rebuild', archivalGroup: 'a' }, "A job of kind rebuild has no 'archivalGroup'; it has view."],
    [{ kind: 'rebuild', view: 'letters' }, "There is no read model 'letters'; there are repository, "],
    [{ kind: 'audit', archivalGroup: '' }, 'archivalGroup names no archival group. Leave it out for all of them.'],
    [{ kind: 'import' }, 'body/kind must be audit, adoption or rebuild'],
    [{}, 'kind'],
  ];
  for (const [body, detail] of refused)
    it(`are refused with what is allowed: ${JSON.stringify(body)}`, async () => {
      const answer = await post(body);
      expect(answer.status).to.equal(400);
      expect(answer.text).to.contain(detail);
    });

  it('have a report of one line for each finding', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    const { bucket, root } = objectPlaceOf(live.dependencies, path);
    await live.dependencies.bytes.put({ bucket, key: `${root}/v1/content/objects/stray.txt` }, Buffer.from('x'));
    const job = await ended(await post({ kind: 'audit', archivalGroup: path }, live.storage));
    const group = `${live.storage}/repository/${path}`;
    expect(job).to.include({ state: 'completedWithErrors', failures: 1 });
    expect(job['errors']).to.have.nested.property('[0].id', group);
    const report = await ask('GET', String(job['result']));
    expect(report.headers.get('content-type')).to.contain('application/x-ndjson');
    const lines = report.text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).to.deep.equal([
      {
        code: 'E023',
        archivalGroup: group,
        key: `${root}/v1/content/objects/stray.txt`,
        ...(JSON.parse(lines[0]!) as object),
      },
    ]);
  });

  it('have a report alone', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const { body } = await ask('GET', `${live.preservation}/jobs?group=${path}&kind=import`);
    const [imported] = body['jobs'] as readonly Reply['body'][];
    expect((await ask('GET', `${imported!.id}/report`)).status).to.equal(404);
  });

  it('say what there is not', async () => {
    const job = await ended(await post({ kind: 'audit', archivalGroup: 'no/such' }));
    expect(job).to.deep.include({
      state: 'completedWithErrors',
      errors: [{ id: `${live.preservation}/repository/no/such`, message: 'There is no archival group no/such.' }],
    });
  });

  it('build read models anew, while readers go on', async () => {
    const job = await ended(await post({ kind: 'rebuild', view: 'jobs' }));
    expect(job).to.include({ kind: 'rebuild', state: 'completed', archivalGroup: null });
    expect((await ask('GET', String(job['result']))).text).to.equal('');
  });
});

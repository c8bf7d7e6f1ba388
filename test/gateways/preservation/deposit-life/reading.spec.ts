import { expect } from 'chai';
import { ask, newContainer, newDeposit, newGroup, upload } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { exportOf, openedBy, shown, uriOf } from './deposits-by-state.js';

describe('a deposit is read (preservation 4.2; companion 13.5)', () => {
  const live = liveServices();
  afterEach(() => live.exports.letGo());

  it('with whether its group exists, as it is now', async () => {
    const { path, deposit } = await newGroup({ 'objects/a.txt': 'a' });
    expect((await shown(deposit))['archivalGroupExists']).to.equal(true);
    const other = await newDeposit(live, { archivalGroup: uriOf(live, `${path}x`) });
    expect((await shown(other))['archivalGroupExists']).to.equal(false);
  });
  it('without failing when something else is at the path of its group by now', async () => {
    const path = await newContainer(live);
    const deposit = await newDeposit(live, { archivalGroup: uriOf(live, `${path}/later`) });
    expect((await ask('PUT', uriOf(live, `${path}/later`))).status).to.equal(201);
    const { status, body } = await ask('GET', deposit.uri);
    expect([status, body['archivalGroupExists']]).to.deep.equal([200, false]);
  });
  it('with a warning where its export could not copy every file', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const { origin } = (await ask('GET', `${uriOf(live, path)}/objects/a.txt`)).body as unknown as { origin: string };
    const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(origin) ?? [];
    await live.bytes.put({ bucket, key }, Buffer.from('damaged'));
    const deposit = openedBy(await exportOf(live, path));
    await live.settle();
    const { status, warnings } = (await shown(deposit)) as unknown as { status: string; warnings: readonly string[] };
    expect(status).to.equal('new');
    expect(warnings[0]).to.match(/^1 errors occurred when v1 was exported: see http.*\/export\/[a-z0-9]{12}\. /);
  });
  it('with the ETag of the METS that is there now', async () => {
    const deposit = await newDeposit(live);
    expect((await shown(deposit))['metsETag']).to.equal(null);
    await upload(live, deposit, { 'mets.xml': '<x/>' });
    const { headers } = await ask('GET', `${deposit.uri}/mets`);
    expect((await shown(deposit))['metsETag']).to.equal(headers.get('etag'));
  });
  it('with the job that has not ended and the next version of its group, as in listings', async () => {
    const { path } = await newGroup({ 'objects/a.txt': 'a' });
    const deposit = await newDeposit(live, { archivalGroup: uriOf(live, path), template: 'RootLevel' });
    expect(await shown(deposit)).to.include({ job: null, nextVersion: 'v2', lastRun: null, layout: 'RootLevel' });
    expect((await ask('POST', `${deposit.uri}/pipeline`)).status).to.equal(204);
    const now = await shown(deposit);
    expect(now['job']).to.include({ kind: 'pipelineRun' });
    const query = new URLSearchParams({ archivalGroupPath: path });
    const { deposits } = (await ask('GET', `${live.preservation}/deposits?${query.toString()}`)).body as unknown as {
      readonly deposits: readonly Record<string, unknown>[];
    };
    const [{ job, nextVersion, lastRun, layout } = {}] = deposits;
    expect(now).to.deep.include({ job, nextVersion, lastRun, layout });
  });
  it('by its id in exactly this casing', async () => {
    const deposit = await newDeposit(live);
    const upper = deposit.uri.replace(deposit.id, deposit.id.toUpperCase());
    expect((await ask('GET', upper)).status).to.equal(404);
    expect((await ask('GET', deposit.uri.replace('/deposits/', '/Deposits/'))).status).to.equal(200);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { lockDeposit } from '../../../../commands/processes/deposits/lock-deposit.js';
import { normaliseMets, previewNormalisation } from '../../../../gateways/preservation/mets/normalise-mets.js';
import type { DepositDependencies } from '../../../../gateways/preservation/deposit-dependencies.js';
import type { Call } from '../../../../gateways/http/route.js';
import { intentOf } from '../../../support/command-bench.js';
import { sharedData } from '../../../support/shared-data.js';
import { ask, etagOf, newDeposit, upload, type OpenedDeposit, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';

describe('normalising the METS of a deposit', () => {
  const live = liveServices();

  const legacy = (): string =>
    readFileSync(sharedData('mets', 'platform-path-spaces.xml'), 'utf8').replace(
      'University of Leeds Digital Library Infrastructure Project',
      'Muniment',
    );
  const holding = async (mets: string): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live);
    await upload(live, deposit, { 'mets.xml': mets });
    return deposit;
  };
  const normalise = ({ uri }: OpenedDeposit, headers: Record<string, string> = {}): Promise<Reply> =>
    ask('POST', `${uri}/mets/normalise`, undefined, headers);

  it('rewrites it, and tells all that was rewritten', async () => {
    const deposit = await holding(legacy());
    const before = await etagOf(deposit);
    const { status, body } = await normalise(deposit);
    expect(status).to.equal(200);
    expect(body).to.include({ changed: true, idsRewritten: (body['rewrites'] as []).length });
    expect(body['rewrites']).to.deep.include({
      from: 'FILE_objects/my file.pdf',
      to: 'FILE_objects_x002F_my_x0020_file.pdf',
    });
    expect(body['duplicateIds']).to.deep.equal([]);
    expect(await etagOf(deposit)).to.not.equal(before);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.contain('FILEID="FILE_objects_x002F_my_x0020_file.pdf"');
  });

  it('is told beforehand, without a lock and without anything written', async () => {
    const deposit = await holding(legacy());
    const before = await etagOf(deposit);
    await lockDeposit(live.dependencies, intentOf('bo'), { depositId: deposit.id, force: false });
    const preview = await ask('GET', `${deposit.uri}/mets/normalise`);
    expect([preview.status, preview.body['changed'], preview.headers.get('etag')]).to.deep.equal([200, false, before]);
    expect(await etagOf(deposit)).to.equal(before);
    await ask('DELETE', `${deposit.uri}/lock`);
    const { body } = await normalise(deposit, { 'if-match': before });
    expect(body).to.deep.equal({ ...preview.body, changed: true });
  });

  it('is not told beforehand of what it would refuse', async () => {
    const foreign = await holding(legacy().replace('Muniment', 'Other'));
    expect((await ask('GET', `${foreign.uri}/mets/normalise`)).status).to.equal(422);
    expect((await ask('GET', `${(await newDeposit(live)).uri}/mets/normalise`)).status).to.equal(400);
    expect((await ask('GET', `${live.preservation}/deposits/none/mets/normalise`)).status).to.equal(404);
  });

  it('writes nothing where there is nothing to rewrite', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const before = await etagOf(deposit);
    const { status, body } = await normalise(deposit);
    expect([status, body]).to.deep.equal([
      200,
      { idsRewritten: 0, referencesRewritten: 0, rewrites: [], warnings: [], duplicateIds: [], changed: false },
    ]);
    expect(await etagOf(deposit)).to.equal(before);
  });

  it('minds an ETag that is sent', async () => {
    const deposit = await holding(legacy());
    const current = await etagOf(deposit);
    const stale = await normalise(deposit, { 'if-match': '"stale"' });
    expect([stale.status, stale.body['title'], stale.body['detail']]).to.deep.equal([
      409,
      'Conflict: ETag does not match deposit METS',
      current,
    ]);
    expect((await normalise(deposit, { 'if-match': current })).status).to.equal(200);
  });

  it('is refused with 422, naming the ids, where one is used twice', async () => {
    const twice = legacy().replace('ID="TECH_objects"', 'ID="ADM_objects"');
    const deposit = await holding(twice);
    const { status, body } = await normalise(deposit);
    expect([status, body['detail']]).to.deep.equal([422, `The METS uses an ID more than once: 'ADM_objects'.`]);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.equal(twice);
  });

  it('is refused with 400 without a METS, 404 without a deposit', async () => {
    const deposit = await newDeposit(live);
    expect((await normalise(deposit)).status).to.equal(400);
    expect((await normalise({ ...deposit, uri: `${live.preservation}/deposits/none` })).status).to.equal(404);
  });

  it('is refused while somebody else has the lock', async () => {
    const deposit = await holding(legacy());
    await lockDeposit(live.dependencies, intentOf('bo'), { depositId: deposit.id, force: false });
    expect((await normalise(deposit)).status).to.equal(409);
  });

  it('is not there unless it is switched on', async () => {
    const on = { normalisesMets: false } as DepositDependencies;
    expect((await normaliseMets(on).handle({} as Call)).status).to.equal(404);
    expect((await previewNormalisation(on).handle({} as Call)).status).to.equal(404);
  });
});

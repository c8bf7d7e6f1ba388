import { expect } from 'chai';
import { ask, describeFiles, etagOf, filledDeposit, newContainer, newDeposit } from '../conversation.js';
import { liveServices } from '../live-services.js';

const ORDER =
  'id type archivalGroup archivalGroupExists files status submissionText archivalGroupName active preserved preservedBy ' +
  'versionPreserved exported exportedBy versionExported template created createdBy lastModified lastModifiedBy metsETag ' +
  'lockedBy lockDate archived';

describe('deposits', () => {
  const live = liveServices();
  const groupUri = async (): Promise<string> => `http://elsewhere/repository/${await newContainer(live)}/group`;

  it('are made of nothing but an empty object, with every property there', async () => {
    const { status, headers, body } = await ask('POST', `${live.preservation}/deposits`, {});
    expect(status).to.equal(201);
    expect(Object.keys(body).join(' ')).to.equal(ORDER);
    expect(headers.get('location')).to.equal(new URL(body.id).pathname);
    expect(body).to.include({ status: 'new', active: true, template: 'None', archivalGroup: null, metsETag: null });
    expect(body['files']).to.match(/^s3:\/\/[^/]+\/deposits\/[a-z][2-9a-z]{11}\/$/);
  });

  it('answer to properties and templates in any casing, and host the group themselves', async () => {
    const uri = await groupUri();
    const request = { ArchivalGroup: uri, ArchivalGroupName: 'Name', SubmissionText: 'Text', Template: 'rootlevel' };
    const deposit = await newDeposit(live, request);
    const { body } = await ask('GET', deposit.uri);
    expect(body['archivalGroup']).to.equal(uri.replace('http://elsewhere', live.preservation));
    expect(body).to.include({ archivalGroupName: 'Name', submissionText: 'Text', archivalGroupExists: false });
    expect(body['metsETag']).to.match(/^".+"$/);
  });

  it('refuse a group that cannot be one, and one that another deposit is active for', async () => {
    const post = (request: object) => ask('POST', `${live.preservation}/deposits`, request);
    expect((await post({ archivalGroup: 'http://x/repository/a b' })).status).to.equal(400);
    expect((await post({ archivalGroup: 'http://x/repository/' })).status).to.equal(400);
    expect((await post({ template: 'Box' })).status).to.equal(400);
    const container = await newContainer(live);
    const taken = await post({ archivalGroup: `http://x/repository/${container}` });
    expect(taken.status).to.equal(409);
    expect(taken.body['detail']).to.equal(`The resource at ${container} is a Container, not an ArchivalGroup`);
    const archivalGroup = await groupUri();
    const { uri, id } = await newDeposit(live, { archivalGroup });
    const since = (await ask('GET', uri)).body['created'];
    const second = await post({ archivalGroup });
    expect(second.body).to.deep.equal({
      type: `${live.preservation}/problems/deposit-active-elsewhere`,
      title: 'Conflict',
      status: 409,
      detail: `An Active Deposit already exists for this archivalGroup (${archivalGroup.replace(/^.*\/repository\//, '')})`,
      holder: { what: `deposit ${id}`, by: 'dev', since },
    });
  });

  it('refuse a name or note that is too long to be recorded, and are then made without it', async () => {
    for (const name of ['archivalGroupName', 'submissionText']) {
      const archivalGroup = await groupUri();
      const { status } = await ask('POST', `${live.preservation}/deposits`, {
        archivalGroup,
        [name]: 'x'.repeat(400_000),
      });
      expect(status).to.equal(413);
      await newDeposit(live, { archivalGroup });
    }
  });

  it('keep a note and a name as they were sent, blank ones too', async () => {
    const { uri } = await newDeposit(live, { submissionText: '', archivalGroupName: '' });
    expect((await ask('GET', uri)).body).to.include({ submissionText: '', archivalGroupName: '' });
    const spaced = await newDeposit(live, { submissionText: ' \n', archivalGroupName: ' A ' });
    expect((await ask('GET', spaced.uri)).body).to.include({ submissionText: ' \n', archivalGroupName: ' A ' });
    const silent = await newDeposit(live, { submissionText: null });
    expect((await ask('GET', silent.uri)).body).to.include({ submissionText: null, archivalGroupName: null });
  });

  it('are not called by a blank name', async () => {
    const archivalGroup = await groupUri();
    const { uri } = await newDeposit(live, { archivalGroup, archivalGroupName: ' ', template: 'RootLevel' });
    expect((await ask('GET', `${uri}/mets`)).text).to.include('<mods:title>[Untitled]</mods:title>');
    expect((await ask('GET', `${uri}/importjobs/diff`)).body).to.include({ archivalGroupName: '[Untitled]' });
  });

  it('are changed only where something is sent', async () => {
    const deposit = await newDeposit(live, { archivalGroupName: 'Old', submissionText: 'Old' });
    const patch = { archivalGroup: '', archivalGroupName: null, SubmissionText: 'New', status: 'preserved' };
    const { status, body } = await ask('PATCH', deposit.uri, patch);
    expect(status).to.equal(200);
    expect(body).to.include({ archivalGroupName: 'Old', submissionText: 'New', status: 'new' });
    expect((await ask('PATCH', deposit.uri)).status).to.equal(400);
  });

  it('are locked and released', async () => {
    const deposit = await newDeposit(live);
    expect((await ask('POST', `${deposit.uri}/lock`)).status).to.equal(204);
    expect((await ask('POST', `${deposit.uri}/Lock?Force=TRUE`)).status).to.equal(204);
    const locked = await ask('GET', deposit.uri);
    expect(locked.body['lockedBy']).to.equal(`${live.preservation}/agents/dev`);
    expect(locked.body['lockDate']).to.be.a('string');
    for (let time = 0; time < 2; time++) expect((await ask('DELETE', `${deposit.uri}/lock`)).status).to.equal(204);
    expect((await ask('GET', deposit.uri)).body['lockedBy']).to.equal(null);
  });

  it('are activated, and not deactivated before an import failed', async () => {
    const deposit = await newDeposit(live);
    expect((await ask('PUT', `${deposit.uri}/activate`)).status).to.equal(204);
    const refused = await ask('PUT', `${deposit.uri}/deactivate`);
    expect(refused.status).to.equal(400);
    expect(refused.body['detail']).to.equal(
      `deposit.active = false not allowed when deposit.status != error (id: ${deposit.id})`,
    );
  });

  it('are deleted with everything in their workspace, and gone from then on', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
    for await (const left of live.bytes.list(live.places.workspaceBucket, deposit.prefix)) expect.fail(left.key);
    expect((await ask('GET', deposit.uri)).body['detail']).to.equal(`Deposit ${deposit.id} not found`);
  });

  const routes: readonly [string, string, unknown?][] = [
    ['GET', ''],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/lock'],
    ['DELETE', '/lock'],
    ['PUT', '/activate'],
    ['PUT', '/deactivate'],
    ['GET', '/mets'],
    ['POST', '/mets', ['objects/a']],
    ['POST', '/mets/delete', { items: [] }],
    ['GET', '/importjobs/diff'],
    ['POST', '/importjobs', {}],
    ['GET', '/importjobs/results'],
    ['GET', '/importjobs/results/none'],
  ];
  for (const [method, rest, body] of routes) {
    it(`answer ${method} ${rest} of an unknown deposit with 404`, async () => {
      const answer = await ask(method, `${live.preservation}/deposits/zzzzzzzzzzzz${rest}`, body);
      expect(answer.status).to.equal(404);
      expect(answer.body['detail']).to.equal('Deposit zzzzzzzzzzzz not found');
    });
  }
});

describe('the METS of a deposit', () => {
  const live = liveServices();

  it('comes as it lies in the workspace, with the ETag that edits need', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const { status, headers, text } = await ask('GET', `${deposit.uri}/mets`);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/xml');
    expect(headers.get('etag')).to.equal(await etagOf(deposit));
    expect(text).to.contain('mets:mets');
  });

  it('is missed with 404 in a deposit without one, and cannot be added to', async () => {
    const deposit = await newDeposit(live);
    expect((await ask('GET', `${deposit.uri}/mets`)).status).to.equal(404);
    expect((await ask('POST', `${deposit.uri}/mets`, ['objects/a'])).status).to.equal(404);
    const deletion = await ask('POST', `${deposit.uri}/mets/delete`, { items: [{ path: 'objects/a', isDir: false }] });
    expect(deletion.status).to.equal(409);
    expect(deletion.body['detail']).to.equal(null);
  });

  it('is edited only by who knows its ETag, and tells the present one to others', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    const etag = await etagOf(deposit);
    for (const headers of [{}, { 'if-match': '"stale"' }, { 'if-match': '*' }, { 'if-match': etag.slice(1, -1) }]) {
      const { status, body } = await ask('POST', `${deposit.uri}/mets`, ['objects/a.txt'], headers);
      expect(body).to.include({ title: 'Conflict: ETag does not match deposit METS', status: 409, detail: etag });
      expect(status).to.equal(409);
    }
    const added = await ask('POST', `${deposit.uri}/mets`, ['objects/a.txt'], { 'if-match': etag });
    expect(added.body['items']).to.deep.include({ path: 'objects/a.txt', isDir: false, where: 'Mets' });
    expect(await etagOf(deposit)).to.not.equal(etag);
  });

  it('is not added to with what is not there', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const { status, body } = await describeFiles(deposit, ['objects/none.txt']);
    expect([status, body['detail']]).to.deep.equal([400, 'No items to add to METS.']);
  });

  it('loses what is deleted from the deposit with it', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    const selection = {
      DeleteFromMets: true,
      DeleteFromDepositFiles: true,
      Items: [{ Path: 'objects/a.txt', IsDir: false }],
    };
    const headers = { 'if-match': await etagOf(deposit) };
    const { status, body } = await ask('POST', `${deposit.uri}/METS/Delete`, selection, headers);
    expect(status).to.equal(200);
    expect(body['items']).to.deep.equal([{ path: 'objects/a.txt', isDir: false, where: 'Both' }]);
    expect((await ask('GET', `${deposit.uri}/mets`)).text).to.not.contain('a.txt');
  });
});

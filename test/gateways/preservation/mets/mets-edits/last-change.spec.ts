import { expect } from 'chai';
import { ask, describeFiles, filledDeposit, newDeposit, upload, type OpenedDeposit } from '../../../conversation.js';
import { liveServices } from '../../../live-services.js';

describe('the last change of a METS', () => {
  const live = liveServices();

  const lastChange = async ({ uri }: OpenedDeposit): Promise<Record<string, unknown>> =>
    (await ask('GET', `${uri}/parsed-mets`)).body['lastChange'] as Record<string, unknown>;

  it('is the opening of the deposit, then each edit with its agent, then an upload by nobody that is known', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    const { body } = await ask('GET', deposit.uri);
    expect(await lastChange(deposit)).to.deep.equal({
      ...{ change: 'opened', at: body['created'], by: body['createdBy'], program: 'Muniment' },
    });
    await describeFiles(deposit, ['objects/a.txt']);
    const edited = (await ask('GET', deposit.uri)).body;
    const { at, by } = { at: edited['lastModified'], by: edited['lastModifiedBy'] };
    expect(await lastChange(deposit)).to.deep.equal({
      ...{ change: 'edited', at, by, program: 'Muniment', recorded: 2, removed: 0 },
    });
    const mets = (await ask('GET', `${deposit.uri}/mets`)).text;
    await upload(live, deposit, { 'mets.xml': mets.replace('<mets:name>Muniment<', '<mets:name>Kitodo<') });
    expect(await lastChange(deposit)).to.deep.include({ change: 'uploaded', by: null, program: 'Kitodo' });
  });

  it('is told with numbers of the METS instead of its lists, after each edit and upload', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    const summary = async () => (await ask('GET', `${deposit.uri}/mets/summary`)).body;
    const before = await summary();
    expect(before).to.deep.include({
      path: 'mets.xml',
      agent: 'Muniment',
      editable: true,
      files: 0,
      logicalStructures: 0,
    });
    expect(before['lastChange']).to.deep.equal(await lastChange(deposit));
    await describeFiles(deposit, ['objects/a.txt', 'objects/b.txt']);
    const { body: parsed } = await ask('GET', `${deposit.uri}/parsed-mets`);
    const edited = await summary();
    expect(edited).to.deep.include({
      files: 2,
      withoutDigest: 0,
      eTag: parsed['eTag'],
      name: parsed['name'],
      ranges: 0,
    });
    expect(edited['lastChange']).to.deep.equal(parsed['lastChange']);
    expect(edited['created']).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(edited).to.deep.include({
      content: { files: 2, identified: 0, scanned: 0, infected: 0, lastScan: null },
      access: { terms: [], others: 0 },
      rights: { terms: [], others: 0 },
    });
    expect(edited).not.to.have.property('sha256');
    const mets = (await ask('GET', `${deposit.uri}/mets`)).text;
    const range =
      '<mets:structMap TYPE="LOGICAL"><mets:div LABEL="A"><mets:div LABEL="B"/></mets:div></mets:structMap>';
    const text = mets
      .replace('<mets:name>Muniment<', '<mets:name>Kitodo<')
      .replace('</mets:mets>', `${range}</mets:mets>`);
    await upload(live, deposit, { 'mets.xml': text });
    const uploaded = await summary();
    expect(uploaded).to.deep.include({ agent: 'Kitodo', editable: false, logicalStructures: 1, ranges: 2 });
    expect(uploaded).to.deep.include({ size: Buffer.byteLength(text) });
    expect(uploaded['lastChange']).to.deep.include({ change: 'uploaded', by: null, program: 'Kitodo' });
  });

  it('and what the METS says are not there where it has none, and refused where it cannot be read', async () => {
    const deposit = await newDeposit(live, { template: 'None' });
    expect((await ask('GET', `${deposit.uri}/mets/summary`)).status).to.equal(404);
    await upload(live, deposit, { 'mets.xml': '<mets' });
    expect((await ask('GET', `${deposit.uri}/mets/summary`)).status).to.equal(422);
  });
});

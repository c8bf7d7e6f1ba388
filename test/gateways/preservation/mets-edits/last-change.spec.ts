import { expect } from 'chai';
import { ask, describeFiles, filledDeposit, upload, type OpenedDeposit } from '../../conversation.js';
import { liveServices } from '../../live-services.js';

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
});

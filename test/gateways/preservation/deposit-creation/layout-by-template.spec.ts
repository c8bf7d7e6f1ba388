import { expect } from 'chai';
import { ask, keysIn, newDeposit, upload } from '../../conversation.js';
import { liveServices } from '../../live-services.js';

describe('POST /deposits (preservation 2.6, 4.2; companion 13.1, 13.2)', () => {
  const live = liveServices();

  describe('lays the workspace out as the template says', () => {
    const root = ['metadata/', 'metadata/ad-hoc/', 'mets.xml', 'objects/'];
    const bag = ['data/', ...root.map((key) => `data/${key}`)];
    const layouts: readonly [string, object, readonly string[]][] = [
      ['nothing for no template', {}, []],
      ['nothing for null', { template: null }, []],
      ['nothing for None', { template: 'None' }, []],
      ['folders and METS at the root for RootLevel', { template: 'RootLevel' }, root],
      ['folders and METS below data/ for BagIt', { template: 'BagIt' }, bag],
      ['the same in another casing', { template: 'bagit' }, bag],
    ];
    for (const [layout, request, keys] of layouts)
      it(layout, async () => {
        const deposit = await newDeposit(live, request);
        expect(await keysIn(live, deposit)).to.have.members(keys);
        const { body } = await ask('GET', deposit.uri);
        if (keys.length === 0) expect(body['metsETag']).to.equal(null);
        else expect(body['metsETag']).to.match(/^".+"$/);
      });

    for (const template of ['RootLevel', 'BagIt'])
      it(`records metadata/ and metadata/ad-hoc/ in the METS of ${template} too`, async () => {
        const { uri } = await newDeposit(live, { template });
        const { body } = await ask('GET', `${uri}/combined`);
        const where = (folder: unknown, name: string): { directories: unknown } & Record<string, unknown> =>
          (folder as { directories: { localPath: string }[] }).directories.find(({ localPath }) =>
            localPath.endsWith(name),
          ) as never;
        const metadata = where(body, 'metadata');
        expect(metadata['whereabouts']).to.equal('Both');
        expect(where(metadata, 'ad-hoc')['whereabouts']).to.equal('Both');
      });

    it('as a bag wherever there is a data/ folder, with the METS found in the root first, then in data/', async () => {
      const deposit = await newDeposit(live, { template: 'BagIt' });
      const inside = (await ask('GET', `${deposit.uri}/mets`)).text;
      expect(inside).to.include('mets:mets');
      await upload(live, deposit, { 'mets.xml': `${inside}<!-- root -->` });
      expect((await ask('GET', `${deposit.uri}/mets`)).text).to.match(/<!-- root -->$/);
    });
  });

  describe('titles the METS', () => {
    const titles: readonly [string, string | null, string][] = [
      ['with the name of the group', 'Letters & <more>', 'Letters &amp; &lt;more&gt;'],
      ['[Untitled] without one', null, '[Untitled]'],
      ['[Untitled] for a blank one', '  ', '[Untitled]'],
    ];
    for (const [how, archivalGroupName, title] of titles)
      it(how, async () => {
        const { uri } = await newDeposit(live, { template: 'RootLevel', archivalGroupName });
        expect((await ask('GET', `${uri}/mets`)).text).to.include(`<mods:title>${title}</mods:title>`);
      });
    it('not again when the name is changed', async () => {
      const { uri } = await newDeposit(live, { template: 'RootLevel', archivalGroupName: 'Old' });
      await ask('PATCH', uri, { archivalGroupName: 'New' });
      expect((await ask('GET', `${uri}/mets`)).text).to.include('<mods:title>Old</mods:title>');
    });
  });
});

import { expect } from 'chai';
import { readWhole } from '../../../../formats/read-whole.js';
import { ask } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { manifestOf, postManifest, viewedDeposit } from './viewed-deposit.js';
import { describeMets } from '../../../support/mets-in-bytes.js';

describe('manifests of one deposit that are posted at the same moment', () => {
  const live = liveServices();

  it('are each taken whole or refused with 409, and the METS has the structures of one of them', async () => {
    const deposit = await viewedDeposit(live);
    const manifest = await manifestOf(deposit);
    const posts = Array.from({ length: 8 }, (_, index) => {
      const structures = ['one', 'two'].map((each) => ({
        type: 'Range',
        label: { en: [`${index} ${each}`] },
        items: [],
      }));
      return postManifest(deposit, { ...manifest, structures });
    });
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses).to.include(204);
    expect(statuses.filter((status) => status !== 204 && status !== 409)).to.deep.equal([]);
    const at = { bucket: live.places.workspaceBucket, key: `${deposit.prefix}mets.xml` };
    const names = describeMets((await readWhole(live.bytes, at)).bytes).logicalStructures.map(({ name }) => name);
    const winner = statuses.findIndex((status, index) => status === 204 && names[0] === `${index} one`);
    expect(names).to.deep.equal([`${winner} one`, `${winner} two`]);
  });

  it('with the ETag that all of them have seen are taken once, and refused with 412 otherwise', async () => {
    const deposit = await viewedDeposit(live);
    const etag = (await ask('GET', deposit.manifest)).headers.get('etag') ?? '';
    const posts = Array.from({ length: 4 }, (_, index) => {
      const structures = [{ type: 'Range', label: { en: [`${index}`] }, items: [] }];
      return postManifest(deposit, { type: 'Manifest', structures }, { 'if-match': etag });
    });
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([204, 412, 412, 412]);
  });
});

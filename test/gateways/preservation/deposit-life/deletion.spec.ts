import { expect } from 'chai';
import { ask, filledDeposit, keysIn, newGroup } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { uriOf } from './deposits-by-state.js';

describe('a deposit is deleted (preservation 4.2)', () => {
  const live = liveServices();

  it('with all its files, and nothing beside them', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'notes/b': 'b', '__METSlike.json': '{}' });
    const beside = { bucket: live.places.workspaceBucket, key: `${deposit.prefix.slice(0, -1)}x/a.txt` };
    await live.bytes.put(beside, Buffer.from('beside'));
    expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
    expect(await keysIn(live, deposit)).to.deep.equal([]);
    expect(await live.bytes.head(beside)).not.to.equal(null);
  });
  it('without any effect on the group that it made, and with its results left', async () => {
    const { path, deposit, result } = await newGroup({ 'objects/a.txt': 'a' });
    expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
    expect((await ask('GET', uriOf(live, path))).status).to.equal(200);
    expect(result).to.be.a('string');
  });
});

import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { sharedSyncs } from '../../../../infra/embedded/file-system/shared-syncs.js';
import { heldSyncs } from '../../../support/faults/held-syncs.js';

const held = () => {
  const { begun, sync } = heldSyncs();
  return { begun, shared: sharedSyncs(sync) };
};

describe('shared syncs', () => {
  it('do not let a caller join a sync that began before it', async () => {
    const { begun, shared } = held();
    const first = shared('a');
    let second = false;
    const late = shared('a').then(() => (second = true));
    begun[0]!.end();
    await first;
    await setImmediate();
    expect(second).to.equal(false);
    expect(begun).to.have.length(2);
    begun[1]!.end();
    await late;
  });

  it('serve all who came meanwhile with one', async () => {
    const { begun, shared } = held();
    const all = Array.from({ length: 10 }, () => shared('a'));
    begun[0]!.end();
    await all[0];
    await setImmediate();
    begun[1]!.end();
    await Promise.all(all);
    expect(begun).to.have.length(2);
  });

  it('keep folders apart', () => {
    const { begun, shared } = held();
    void shared('a');
    void shared('b');
    expect(begun.map(({ path }) => path)).to.deep.equal(['a', 'b']);
  });

  it('tell a failure to those it concerns only', async () => {
    const { begun, shared } = held();
    const first = shared('a').catch((error: unknown) => error);
    const second = shared('a');
    begun[0]!.end(new Error('the disk failed'));
    expect(await first).to.be.instanceOf(Error);
    await setImmediate();
    begun[1]!.end();
    await second;
  });
});

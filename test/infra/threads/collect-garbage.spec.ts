import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { collectGarbage } from '../../../infra/threads/collect-garbage.js';

describe('garbage that is collected on demand', () => {
  it('is what nothing refers to any more', async () => {
    const held = { of: 'somebody' };
    const [kept, dropped] = [new WeakRef(held), new WeakRef({ of: 'nobody' })];
    await setImmediate(); // what a WeakRef was made of stays until the turn ends
    collectGarbage();
    expect([kept.deref(), dropped.deref()]).to.deep.equal([held, undefined]);
  });
});

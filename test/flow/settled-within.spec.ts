import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { settledWithin } from '../../flow/settled-within.js';

describe('what is waited for until it has settled', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })));
  afterEach(() => clock.restore());

  it('has settled, whether it came to anything or failed, and leaves no timer behind', async () => {
    expect(await settledWithin(Promise.resolve(), 1_000)).to.equal(true);
    expect(await settledWithin(Promise.reject(new Error('fault')), 1_000)).to.equal(true);
    expect(clock.countTimers()).to.equal(0);
  });

  it('is waited for so long and no longer', async () => {
    const waiting = settledWithin(new Promise(() => undefined), 1_000);
    await clock.tickAsync(1_000);
    expect(await waiting).to.equal(false);
  });
});

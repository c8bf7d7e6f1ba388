import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { pause } from '../../flow/pause.js';

describe('a pause', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })));
  afterEach(() => clock.restore());

  it('lasts as long as it should', async () => {
    let isOver = false;
    void pause(1_000).then(() => (isOver = true));
    await clock.tickAsync(999);
    expect(isOver).to.equal(false);
    await clock.tickAsync(1);
    expect(isOver).to.equal(true);
  });

  it('ends with its signal, and leaves no timer behind', async () => {
    const ending = new AbortController();
    const paused = pause(1_000, ending.signal);
    ending.abort();
    await paused;
    await pause(1_000, ending.signal);
    expect(clock.countTimers()).to.equal(0);
  });
});

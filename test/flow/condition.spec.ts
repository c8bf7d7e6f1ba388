import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { condition } from '../../flow/condition.js';

describe('a condition that is waited for', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })));
  afterEach(() => clock.restore());

  /** Waits that tell of their end. */
  const waits = () => {
    const arrived = condition();
    const woken: string[] = [];
    const wait = (name: string, ...limits: Parameters<typeof arrived.wait>): void =>
      void arrived.wait(...limits).then(() => woken.push(name));
    return { arrived, woken, wait };
  };

  it('wakes all that wait at a notification, each once, and none that come later', async () => {
    const { arrived, woken, wait } = waits();
    arrived.notifyAll();
    wait('one');
    wait('two');
    await clock.tickAsync(1_000_000);
    expect(woken).to.deep.equal([]);
    arrived.notifyAll();
    wait('three');
    await clock.tickAsync(0);
    expect(woken).to.deep.equal(['one', 'two']);
    arrived.notifyAll();
    await clock.tickAsync(0);
    expect(woken).to.deep.equal(['one', 'two', 'three']);
  });

  it('is waited for so long and no longer', async () => {
    const { arrived, woken, wait } = waits();
    wait('one', { ms: 1_000 });
    wait('two', { ms: 2_000 });
    await clock.tickAsync(999);
    expect(woken).to.deep.equal([]);
    await clock.tickAsync(1);
    expect(woken).to.deep.equal(['one']);
    arrived.notifyAll();
    await clock.tickAsync(0);
    expect(woken).to.deep.equal(['one', 'two']);
    expect(clock.countTimers()).to.equal(0);
  });

  it('is waited for until the signal aborts, and leaves no listener behind', async () => {
    const { arrived, woken, wait } = waits();
    const ending = new AbortController();
    wait('woken', { signal: ending.signal });
    arrived.notifyAll();
    wait('ended', { ms: 1_000, signal: ending.signal });
    expect(getEventListeners(ending.signal, 'abort')).to.have.length(1);
    ending.abort();
    await clock.tickAsync(0);
    expect(woken).to.deep.equal(['woken', 'ended']);
    wait('late', { ms: 1_000, signal: ending.signal });
    await clock.tickAsync(0);
    expect(woken).to.deep.equal(['woken', 'ended', 'late']);
    expect([getEventListeners(ending.signal, 'abort').length, clock.countTimers()]).to.deep.equal([0, 0]);
  });
});

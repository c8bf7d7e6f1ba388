import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { linger } from '../../flow/linger.js';
import { settledOn } from '../support/scheduling/settled-on.js';

describe('a wait for a fuller batch', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  /** How many milliseconds a batch is waited for that has so many items after so many milliseconds. */
  const waited = async (sizeAt: (ms: number) => number, full = Infinity): Promise<number> => {
    const begun = performance.now();
    const size = (): number => sizeAt(performance.now() - begun);
    await settledOn(clock, linger({ size, isFull: () => size() >= full }));
    return performance.now() - begun;
  };

  it('is not begun where there are few items', async () => {
    expect(await waited((ms) => 15 + ms)).to.equal(0);
  });

  it('goes on as long as more keep coming', async () => {
    expect(await waited((ms) => 16 + Math.min(ms, 20))).to.equal(25);
  });

  it('ends where the batch is full', async () => {
    expect(await waited((ms) => 16 + ms, 30)).to.equal(15);
    expect(await waited((ms) => 16 + ms, 10)).to.equal(0);
  });

  it('ends after a moment, whatever comes', async () => {
    expect(await waited((ms) => 16 + ms)).to.equal(55);
  });
});

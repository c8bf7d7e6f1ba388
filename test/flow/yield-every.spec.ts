import { expect } from 'chai';
import { yieldEvery } from '../../flow/yield-every.js';
import { turnsOfOthers } from '../support/scheduling/turns-of-others.js';

describe('a loop whose answers are there at once', () => {
  const loop = async (times: number, yielding: () => Promise<void>): Promise<void> => {
    for (let done = 0; done < times; done++) await yielding();
  };

  it('lets others have their turn as often as it says', async () => {
    expect(await turnsOfOthers(loop(10_000, yieldEvery()))).to.be.within(99, 102);
    expect(await turnsOfOthers(loop(10_000, yieldEvery(1_000)))).to.be.within(9, 12);
  });

  it('counts with those it shares the turns with', async () => {
    const shared = yieldEvery(100);
    expect(await turnsOfOthers(Promise.all([loop(5_000, shared), loop(5_000, shared)]))).to.be.within(99, 102);
  });
});

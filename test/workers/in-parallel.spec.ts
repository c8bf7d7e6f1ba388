import { expect } from 'chai';
import { inParallel } from '../../workers/in-parallel.js';
import { turnsOfOthers } from '../support/turns-of-others.js';

const MANY = Array.from({ length: 10_000 }, (_, index) => index);

describe('tasks in parallel', () => {
  it('are all done, each once, and no more at once than may be', async () => {
    const done = new Set<number>();
    let [underWay, most] = [0, 0];
    await inParallel(MANY, 64, async (item) => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay -= 1;
      done.add(item);
    });
    expect([done.size, most]).to.deep.equal([MANY.length, 64]);
  });

  it('let others have their turn even where each is done at once', async () => {
    expect(await turnsOfOthers(inParallel(MANY, 64, () => Promise.resolve()))).to.be.at.least(20);
  });

  it('are not begun any more when one has failed', async () => {
    let begun = 0;
    const work = inParallel(MANY, 4, (item) => {
      begun += 1;
      return item === 500 ? Promise.reject(new Error('500')) : Promise.resolve();
    });
    expect(await work.catch((error: unknown) => error)).to.have.property('message', '500');
    expect(begun).to.be.below(510);
  });
});

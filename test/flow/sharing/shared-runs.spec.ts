import { expect } from 'chai';
import { sharedRuns } from '../../../flow/sharing/shared-runs.js';

describe('shared runs', () => {
  it('begin at once where none runs, and are shared by all that call while another runs', async () => {
    const run = sharedRuns<number>();
    const ends: (() => void)[] = [];
    const work = (): Promise<number> =>
      new Promise((resolve) => {
        const number = ends.length + 1;
        ends.push(() => resolve(number));
      });
    const first = run('a', work);
    const others = [run('a', work), run('a', work)];
    const beside = run('b', work);
    expect(ends).to.have.length(2);
    ends[1]?.();
    ends[0]?.();
    expect(await Promise.all([first, beside])).to.deep.equal([1, 2]);
    await Promise.resolve();
    expect(ends).to.have.length(3);
    const later = run('a', work);
    ends[2]?.();
    expect(await Promise.all(others)).to.deep.equal([3, 3]);
    await Promise.resolve();
    ends[3]?.();
    expect(await later).to.equal(4);
    const again = run('a', work);
    ends[4]?.();
    expect(await again).to.equal(5);
  });

  it('do not hold up what waits for them when they fail', async () => {
    const run = sharedRuns<string>();
    const failed = run('a', () => Promise.reject(new Error('lost')));
    const next = run('a', () => Promise.resolve('found'));
    const outcomes = await Promise.allSettled([failed, next]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
  });
});

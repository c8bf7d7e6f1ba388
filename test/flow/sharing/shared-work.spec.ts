import { expect } from 'chai';
import { sharedWork } from '../../../flow/sharing/shared-work.js';

describe('shared work', () => {
  /** Work that ends when it is told to. */
  const endable = () => {
    const ends: ((result: number | Error) => void)[] = [];
    const work = (): Promise<number> =>
      new Promise((resolve, reject) => {
        ends.push((result) => (typeof result === 'number' ? resolve(result) : reject(result)));
      });
    return { ends, work };
  };

  it('is done once for all that ask for a key meanwhile, and once more afterwards', async () => {
    const share = sharedWork<number>();
    const { ends, work } = endable();
    const asked = [share('a', work), share('b', work), share('a', work)];
    expect(ends).to.have.length(2);
    ends[0]?.(1);
    ends[1]?.(2);
    expect(await Promise.all(asked)).to.deep.equal([1, 2, 1]);
    const again = share('a', work);
    ends[2]?.(3);
    expect(await again).to.equal(3);
  });

  it('fails for all that wait for it, and is begun anew after that', async () => {
    const share = sharedWork<number>();
    const { ends, work } = endable();
    const asked = [share('a', work), share('a', work)];
    ends[0]?.(new Error('no'));
    const results = await Promise.allSettled(asked);
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    const again = share('a', work);
    ends[1]?.(4);
    expect(await again).to.equal(4);
  });
});

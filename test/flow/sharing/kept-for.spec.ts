import { expect } from 'chai';
import { keptFor } from '../../../flow/sharing/kept-for.js';

describe('an answer that is kept for a while', () => {
  it('is asked for once by all who ask in that time', async () => {
    let asked = 0;
    const ask = keptFor(3_600_000, () => Promise.resolve(++asked));
    expect(await Promise.all([ask(), ask()])).to.deep.equal([1, 1]);
    expect(await ask()).to.equal(1);
  });

  it('is asked for again when that time is over', async () => {
    let asked = 0;
    const ask = keptFor(0, () => Promise.resolve(++asked));
    expect([await ask(), await ask()]).to.deep.equal([1, 2]);
  });

  it('is asked for again after a failure, which all who waited for it learn', async () => {
    const answers = [Promise.reject(new Error('away')), Promise.resolve('there')];
    const ask = keptFor(3_600_000, () => answers.shift()!);
    const failures = await Promise.allSettled([ask(), ask()]);
    expect(failures.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(await ask()).to.equal('there');
  });
});

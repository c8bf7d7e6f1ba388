import { expect } from 'chai';
import { keptCrcs } from '../../../../gateways/content/archive-files/kept-crcs.js';

const entry = (path: string, value: string) => ({
  path,
  size: 1,
  modified: null,
  digest: { algorithm: 'sha256' as const, value },
  open: () => {
    throw new Error('No entry may be read.');
  },
});

describe('kept CRC-32s', () => {
  it('are those of the content, under any path', () => {
    const kept = keptCrcs();
    kept.set(entry('a', 'one'), 1);
    expect(kept.get(entry('b', 'one'))).to.equal(1);
    expect(kept.get(entry('a', 'two'))).to.equal(undefined);
  });

  it('are the last ones that were set, a bounded number', () => {
    const kept = keptCrcs(2);
    for (const [index, value] of ['one', 'two', 'one', 'three'].entries()) kept.set(entry('a', value), index);
    expect(['one', 'two', 'three'].map((value) => kept.get(entry('a', value)))).to.deep.equal([2, undefined, 3]);
  });
});

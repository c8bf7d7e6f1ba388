import { expect } from 'chai';
import { runToEnd } from '../../../flow/slices.js';
import { sortNaturally } from '../../../formats/paths/natural-order.js';

describe('the natural order of names', () => {
  const sorted = (...names: string[]): string[] => runToEnd(sortNaturally(names, (name) => name));

  it('takes numbers by their value, however long', () => {
    const names = ['p 1', 'p 2', 'p 10', 'p 99999999', 'p 100000000', 'p 99999999999999999', 'p 100000000000000000'];
    expect(sorted(...names.toReversed())).to.deep.equal(names);
  });

  it('looks at neither case nor marks, and then at bytes', () => {
    expect(sorted('zebra', 'Über', 'ubar', 'a', 'Z', 'A')).to.deep.equal(['A', 'a', 'ubar', 'Über', 'Z', 'zebra']);
    expect(sorted('p 01', 'p 1', 'p 2', 'p 001')).to.deep.equal(['p 001', 'p 01', 'p 1', 'p 2']);
  });

  it('puts digits before letters', () => {
    expect(sorted('page a', 'page 12', 'page')).to.deep.equal(['page', 'page 12', 'page a']);
  });
});

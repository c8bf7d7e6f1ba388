import { expect } from 'chai';
import { readableBytes } from '../../../../clients/command-line/output/progress.js';

describe('sizes', () => {
  it('tells sizes in the unit that suits them', () => {
    expect([0, 999, 1_000, 1_500_000, 2.5e9, 3e15].map(readableBytes)).to.deep.equal([
      '0 B',
      '999 B',
      '1.0 kB',
      '1.5 MB',
      '2.5 GB',
      '3000.0 TB',
    ]);
  });
});

import { expect } from 'chai';
import { isTyped } from '../../../clients/console/api/typed-number.js';

describe('a number that is typed to confirm a loss', () => {
  it('is taken with whatever separates thousands', () => {
    const typed = ['1234', '1,234', '1.234', '1 234', '1’234', '1\u00a0234', '1\u202f234', ' 1234 '];
    expect(typed.filter((text) => !isTyped(1_234, text))).to.deep.equal([]);
  });

  it('is not found in other text', () => {
    expect(
      ['', 'abc1234', '1-234', '12345', '-1234', '1234 files', '1e3'].filter((text) => isTyped(1_234, text)),
    ).to.deep.equal([]);
  });
});

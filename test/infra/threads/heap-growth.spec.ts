import { expect } from 'chai';
import { largeWork } from '../../../infra/threads/heap-growth.js';

describe('the growth of heaps', () => {
  it('is limited from the first work on very many files to the end of the last', () => {
    const growth: number[] = [];
    const begin = largeWork((percent) => growth.push(percent));
    const [one, other] = [begin(100_000), begin(10_000)];
    one();
    one(); // as it may be called
    expect(growth).to.deep.equal([50]);
    other();
    expect(growth).to.deep.equal([50, 0]);
    begin(10_000)();
    expect(growth).to.deep.equal([50, 0, 50, 0]);
  });

  it('is not limited by work on fewer files', () => {
    const growth: number[] = [];
    largeWork((percent) => growth.push(percent))(9_999)();
    expect(growth).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { firstNames, firstSentences } from '../../flow/first-of-many.js';

describe('the first of many names or sentences', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index + 1}`);

  it('are all of up to twenty', () => {
    expect(firstNames(['a', 'b'])).to.equal('a, b');
    expect(firstNames(many(20), { areAll: false })).to.match(/, 20$/);
    expect(firstSentences(many(20), 20)).to.deep.equal(many(20));
  });

  it('are twenty of more, with the number of the others', () => {
    expect(firstNames(many(23))).to.match(/^1, .*, 20 and 3 more$/);
    expect(firstSentences(many(20), 23)).to.deep.equal([...many(20), 'There are 3 more of this kind.']);
  });

  it('are followed by no number where the others were not counted', () => {
    expect(firstNames(many(21), { areAll: false })).to.match(/, 20 and more$/);
  });
});

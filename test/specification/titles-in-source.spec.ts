import { expect } from 'chai';
import { titlesIn } from './titles-in-source.js';

describe('the titles of the tests in a source', () => {
  const has = titlesIn(`
    describe('a deposit', () => {
      it('is read', () => undefined);
      for (const [what, status] of [['locked', 409], [\`held by \${name}\`, 423]])
        describe(\`that is \${what}\`, () => it(\`answers \${status}\`, () => undefined));
    });
    it('stands alone', () => undefined);`);

  it('are those of a test and of all blocks around it', () => {
    expect(has('a deposit is read')).to.equal(true);
    expect(has('stands alone')).to.equal(true);
    for (const other of ['is read', 'a deposit', 'a deposit is', 'a deposit is read again', 'a deposit stands alone'])
      expect(has(other), other).to.equal(false);
  });

  it('take from a table only what is in the source', () => {
    expect(has('a deposit that is locked answers 409')).to.equal(true);
    expect(has('a deposit that is held by bo answers 423')).to.equal(true);
    expect(has('a deposit that is lost answers 409')).to.equal(false);
    expect(has('a deposit that is locked answers 410')).to.equal(false);
  });
});

import { expect } from 'chai';
import { canonical } from './canonical.js';
import { differences } from './canonical-difference.js';

describe('the difference between two documents', () => {
  const between = (before: string, after: string): string[] =>
    differences(canonical(Buffer.from(before)), canonical(Buffer.from(after)));
  const text = '<a ID="1"><b x="1">t</b><!-- c --><?p i?><c/></a>';

  it('is none where they say the same', () => {
    expect(between(text, text.replace('<c/>', '\n  <c></c>\n'))).to.deep.equal([]);
  });

  for (const [what, from, to, where] of [
    ['a value', 'x="1"', 'x="2"', '/a[1]/b'],
    ['a text', '>t<', '>u<', '/a[1]/b'],
    ['a comment', ' c ', ' d ', '/a[1]'],
    ['an instruction', '?p i', '?p j', '/a[1]'],
    ['an element', '<c/>', '<d/>', '/a[1]'],
    ['an order', '<!-- c --><?p i?>', '<?p i?><!-- c -->', '/a[1]'],
    ['a namespace', '<c/>', '<c xmlns="urn:x"/>', '/a[1]'],
  ] as const)
    it(`tells of ${what}`, () => {
      expect(between(text, text.replace(from, to))).to.deep.equal([where]);
    });
});

import { expect } from 'chai';
import { meantText, nearestName } from '../../../../clients/command-line/program/nearest-name.js';

describe('the name that was probably meant', () => {
  const names = ['restore', 'report', 'ls', 'log', 'preserve', '1911'];
  const cases: readonly (readonly [word: string, name: string | null])[] = [
    ['restor', 'restore'],
    ['resotre', 'restore'],
    ['RESTORE', 'restore'],
    ['lsg', 'ls'],
    ['presrve', 'preserve'],
    ['1912', '1911'],
    ['commit', null],
    ['', null],
    ['x'.repeat(100), null],
  ];
  for (const [word, name] of cases)
    it(`is ${name ?? 'none'} for "${word.slice(0, 12)}"`, () => expect(nearestName(word, names)).to.equal(name));

  it('is asked about in a sentence', () => {
    expect(meantText('restor', names)).to.equal(' Did you mean restore?');
    expect(meantText('commit', names)).to.equal('');
  });
});

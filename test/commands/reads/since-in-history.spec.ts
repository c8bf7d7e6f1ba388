import { expect } from 'chai';
import { sinceInHistory } from '../../../commands/reads/since-in-history.js';
import { runToEnd } from '../../../flow/slices.js';

/** An inventory with the path `a` in each version: one letter for its bytes, a dot where it is not there. */
const sinceOf = (bytes: string, version = bytes.length): number | undefined => {
  const versions = bytes.split('').map((digest, index) => {
    const state = new Map(digest === '.' ? [] : ([[digest, ['a']]] as const));
    return [`v${index + 1}`, { created: '', user: null, message: null, state }] as const;
  });
  return runToEnd(sinceInHistory({ versions: new Map(versions) }, version, new Set(['a']))).get('a');
};

describe('the version in which a path got its bytes', () => {
  const rows: readonly (readonly [bytes: string, since: number, what: string])[] = [
    ['xxx', 1, 'the first one, where nothing changed'],
    ['.xx', 2, 'the one that added it'],
    ['xyy', 2, 'the one that changed it'],
    ['xyx', 3, 'the one that gave it earlier bytes again'],
    ['x.x', 3, 'the one that added it again with the same bytes'],
  ];
  for (const [bytes, since, what] of rows)
    it(`is ${what}`, () => {
      expect(sinceOf(bytes)).to.equal(since);
    });

  it('does not depend on later versions', () => {
    expect(sinceOf('xxy', 2)).to.equal(1);
  });
});

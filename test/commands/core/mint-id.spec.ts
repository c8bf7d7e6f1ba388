import { expect } from 'chai';
import fc from 'fast-check';
import { mintId } from '../../../commands/core/intent.js';

describe('a minted id', () => {
  it('has twelve characters that are not easily confused, a letter first', () =>
    fc.assert(fc.property(fc.string(), (seed) => /^[a-hjkmnp-z][2-9a-hjkmnp-z]{11}$/.test(mintId(seed)))));
  it('is the same for the same seed', () => expect(mintId('a')).to.equal(mintId('a')));
  it('differs from seed to seed', () =>
    expect(new Set(Array.from({ length: 2000 }, (_, seed) => mintId(String(seed)))).size).to.equal(2000));
});

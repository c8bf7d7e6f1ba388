import { expect } from 'chai';
import fc from 'fast-check';
import { cursorOf, revisionOf } from '../../../../gateways/preservation/history/cursor.js';

describe('the cursor of a history', () => {
  it('is read again as the revision that it was made of, for its own stream only', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.string(), fc.string(), (revision, one, other) => {
        fc.pre(one !== other);
        const cursor = cursorOf(one, revision);
        return revisionOf(one, cursor) === revision && revisionOf(other, cursor) === null;
      }),
    );
  });

  it('is none where it is any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => revisionOf('deposit-d', text) === null));
    const cursor = cursorOf('deposit-d', 7n);
    for (const text of [`${cursor}=`, `${cursor} `, cursor.slice(0, -1), `A${cursor}`, '7', '', '-1'])
      expect(revisionOf('deposit-d', text), text).to.equal(null);
  });
});

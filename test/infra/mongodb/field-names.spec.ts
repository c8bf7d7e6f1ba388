import { expect } from 'chai';
import fc from 'fast-check';
import { restored, storable } from '../../../infra/mongodb/field-names.js';

const namesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [...(Array.isArray(value) ? [] : [name]), ...namesOf(member)])
    : [];

describe('the names of stored fields', () => {
  it('are those of the document, where nothing speaks against them', () => {
    const doc = { a: { b$: [{ c: null }], ü: 1 } };
    expect(storable(doc)).to.deep.equal(doc);
  });

  it('hold no dot, no NUL and no leading dollar, and lead back to any document', () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.oneof(fc.string(), fc.constantFrom('$set', 'a.b', '%24', '\0', '__proto__')) }),
        (doc) => {
          const stored = storable(doc);
          expect(namesOf(stored).filter((name) => /^\$|[.\0]/.test(name))).to.deep.equal([]);
          expect(restored(stored)).to.deep.equal(doc);
        },
      ),
    );
  });
});

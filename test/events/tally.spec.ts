import { expect } from 'chai';
import fc from 'fast-check';
import type { Position, RecordedFact } from '../../events/envelope.js';
import { addToTally, EMPTY_TALLY, factDigest, tallyDifferences, type Tally } from '../../events/tally.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;
const fact = (position: number, stream = 'note-a', revision = position): RecordedFact =>
  ({ stream, revision: BigInt(revision), id: `id-${position}`, position: at(position) }) as unknown as RecordedFact;
const tallyOf = (facts: readonly RecordedFact[], from: Tally = EMPTY_TALLY): Tally =>
  addToTally(from, facts, facts.at(-1)?.position ?? at(0));

describe('a tally of facts', () => {
  it('counts the facts of each category, ordered by name', () => {
    const { categories } = tallyOf([fact(1, 'note-a'), fact(2, 'letter-a-b'), fact(3, 'note-b')]);
    expect(categories.map(({ category, facts }) => [category, facts])).to.deep.equal([
      ['letter', 1],
      ['note', 2],
    ]);
  });

  it('is the same however the facts are divided among additions', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('note-a', 'note-b', 'letter-a')), fc.nat(), (streams, cut) => {
        const facts = streams.map((stream, index) => fact(index + 1, stream));
        const [first, second] = [facts.slice(0, cut % 5), facts.slice(cut % 5)];
        expect(addToTally(tallyOf(first), second, at(99))).to.deep.equal(addToTally(EMPTY_TALLY, facts, at(99)));
      }),
    );
  });

  it('does not count again what it has counted', () => {
    const facts = [fact(1), fact(2), fact(3)];
    const tally = tallyOf(facts);
    expect(addToTally(tally, facts, at(3))).to.deep.equal(tally);
    expect(tallyOf([fact(1), fact(1), fact(2)])).to.deep.equal(tallyOf([fact(1), fact(2)]));
  });

  it('does not count what stands before a mark that it has passed', () => {
    const passed = addToTally(EMPTY_TALLY, [], at(5));
    expect(addToTally(passed, [fact(4)], at(6))).to.deep.equal({ position: at(6), categories: [] });
  });

  it('does not differ from one of the same facts at another position', () =>
    expect(tallyDifferences(tallyOf([fact(1)]), addToTally(EMPTY_TALLY, [fact(1)], at(9)))).to.deep.equal([]));

  it('differs in the category of which any one fact is missing, by the digest of that fact', () => {
    const facts = [fact(1, 'note-a', 0), fact(2, 'letter-a', 0), fact(3, 'note-b', 0), fact(4, 'note-a', 1)];
    for (const missed of facts) {
      const [difference, ...more] = tallyDifferences(tallyOf(facts), tallyOf(facts.filter((each) => each !== missed)));
      expect(more).to.deep.equal([]);
      expect(difference).to.deep.include({ digest: factDigest(missed) });
      expect(difference?.expected).to.equal((difference?.found ?? 0) + 1);
    }
  });

  it('differs where as many facts were counted and one of them was another one', () => {
    const right = tallyOf([fact(1, 'note-a', 0), fact(2, 'note-a', 1)]);
    const wrong = tallyOf([fact(1, 'note-a', 0), fact(2, 'note-b', 0)]);
    expect(tallyDifferences(right, wrong)).to.have.length(1);
    expect(tallyDifferences(right, wrong)[0]).to.deep.include({ category: 'note', expected: 2, found: 2 });
  });

  it('tells of a fact that is too much', () =>
    expect(tallyDifferences(EMPTY_TALLY, tallyOf([fact(1)]))[0]).to.deep.include({ expected: 0, found: 1 }));
});

import { expect } from 'chai';
import { arranged, conflictsOf, signatureOf, type Change } from '../../../clients/console/pages/structure/changes.js';
import { moveOf, setOf } from '../../../clients/console/pages/structure/steps.js';
import {
  manifestRange,
  placedRanges,
  rangeOf,
  type Range,
} from '../../../clients/console/pages/structure/structure.js';

const range = (id: string, fields: Partial<Range> = {}): Range => ({
  id,
  type: 'Item',
  name: id.toUpperCase(),
  access: [],
  rights: null,
  records: [],
  ranges: [],
  canvases: [],
  ...fields,
});

/** `a(b c) d`, of ids. */
const outline = (roots: readonly Range[]): string =>
  roots.map(({ id, ranges }) => (ranges.length === 0 ? id : `${id}(${outline(ranges)})`)).join(' ');

describe('the structure that the console arranges', () => {
  const roots = [range('a', { ranges: [range('b'), range('c', { canvases: ['x', 'y'] })] }), range('d')];

  it('is read from a manifest and written as one, with all that is said of a range', () => {
    const full = range('a', {
      access: ['dlip-open'],
      rights: 'http://rightsstatements.org/vocab/InC/1.0/',
      records: [{ source: 'Catalogue', value: 'PR/1' }],
      ranges: [range('b', { canvases: ['urn:c#t=1,2'] })],
    });
    expect(rangeOf(manifestRange(full) as Parameters<typeof rangeOf>[0])).to.deep.equal(full);
  });

  it('is moved up and down, out of a range and into the one before, and nowhere else', () => {
    const moved = (id: string, direction: 'up' | 'down' | 'out' | 'into'): string | null => {
      const change = moveOf(roots, id, direction);
      return change && outline(arranged(roots, [change]));
    };
    expect(moved('c', 'up')).to.equal('a(c b) d');
    expect(moved('b', 'down')).to.equal('a(c b) d');
    expect(moved('b', 'out')).to.equal('a(c) b d');
    expect(moved('d', 'into')).to.equal('a(b c d)');
    for (const [id, direction] of [
      ['b', 'up'],
      ['c', 'down'],
      ['d', 'out'],
      ['b', 'into'],
    ] as const)
      expect(moved(id, direction)).to.equal(null);
  });

  it('never comes into itself', () => {
    const change: Change = { kind: 'move', id: 'a', to: { parent: 'c', at: 0 }, was: null };
    expect(arranged(roots, [change])).to.equal(roots);
  });

  it('has a page once in a range, however often it is put there', () => {
    const put: Change = { kind: 'put', id: 'c', canvases: ['y', 'z'] };
    const after = arranged(roots, [put, { kind: 'take', id: 'c', canvases: ['x'] }]);
    expect(placedRanges(after).find(({ range: { id } }) => id === 'c')?.range.canvases).to.deep.equal(['y', 'z']);
  });

  it('takes what was done to what somebody else has saved meanwhile', () => {
    const mine: Change[] = [
      { kind: 'make', id: 'n', name: 'New', type: 'Item', to: { parent: 'a', at: 2 } },
      { kind: 'put', id: 'n', canvases: ['z'] },
      setOf(range('d'), { name: 'Mine' }),
    ];
    const theirs = [range('e'), ...roots];
    expect(conflictsOf(theirs, mine)).to.deep.equal([]);
    expect(outline(arranged(theirs, mine))).to.equal('e a(b c n) d');
  });

  it('asks about ranges of which both changed the same, or that are gone', () => {
    const [a, d] = roots as [Range, Range];
    const mine = [
      setOf(d, { name: 'Mine' }),
      setOf({ ...d, name: 'Mine' }, { name: 'Mine again' }),
      { kind: 'remove', id: 'b', was: signatureOf(range('b')) },
      { kind: 'put', id: 'c', canvases: ['z'] },
    ] as const;
    const theirs = [
      { ...a, ranges: [range('b', { canvases: ['w'] })] },
      { ...d, name: 'Theirs' },
    ];
    expect(conflictsOf(theirs, mine).map(({ id, mine: what, theirs: other }) => [id, what, other?.name])).to.deep.equal(
      [
        ['d', { name: 'Mine' }, 'Theirs'],
        ['b', 'removed', 'B'],
        ['c', 'pages', undefined],
      ],
    );
    expect(conflictsOf([a, { ...d, name: 'Mine' }], mine.slice(0, 1))).to.deep.equal([]);
    expect(conflictsOf([d], mine.slice(2, 3))).to.deep.equal([]);
  });
});

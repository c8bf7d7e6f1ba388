import { expect } from 'chai';
import { arranged, conflictsOf, signatureOf, type Change } from '../../../clients/console/pages/structure/changes.js';
import { movedInto, moveOf, pagesDropped, pagesMoved, setOf } from '../../../clients/console/pages/structure/steps.js';
import {
  manifestRange,
  placedRanges,
  rangeOf,
  sourceOf,
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

  it('has the pages of a range moved together, before and behind others, and no further than its ends', () => {
    const pages = range('p', { canvases: ['1', '2', '3', '4'] });
    const after = (change: Change | null): string | null =>
      change && (arranged([pages], [change])[0]?.canvases.join('') ?? '');
    expect(after(pagesMoved(pages, ['3'], 'up'))).to.equal('1324');
    expect(after(pagesMoved(pages, ['1', '3'], 'down'))).to.equal('2413');
    expect(after(pagesMoved(pages, ['1', '2'], 'up'))).to.equal(null);
    expect(after(pagesMoved(pages, ['4'], 'down'))).to.equal(null);
    expect(after(pagesMoved(pages, ['9'], 'down'))).to.equal(null);
    expect(after(pagesDropped(pages, ['4', '9'], '2', 'before'))).to.equal('14923');
    expect(after(pagesDropped(pages, ['1'], '4', 'behind'))).to.equal('2341');
    expect(after({ kind: 'put', id: 'p', canvases: ['1'], before: 'gone' })).to.equal('2341');
  });

  it('is moved into a range by name, or to the top', () => {
    const placed = (id: string) => placedRanges(roots).find((each) => each.range.id === id)!;
    expect(outline(arranged(roots, [movedInto(roots, placed('b'), 'd')]))).to.equal('a(c) d(b)');
    expect(outline(arranged(roots, [movedInto(roots, placed('b'), 'a')]))).to.equal('a(c b) d');
    expect(outline(arranged(roots, [movedInto(roots, placed('b'), null)]))).to.equal('a(c) d b');
  });

  it('tells which range above sets what holds for one', () => {
    const [top, middle] = [range('top', { access: ['open'] }), range('middle')];
    const says = ({ access }: Range): boolean => access.length > 0;
    expect(sourceOf({ range: range('low'), above: [top, middle] }, says)).to.equal(top);
    expect(sourceOf({ range: middle, above: [] }, says)).to.equal(null);
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

import { expect } from 'chai';
import { chosenParts } from '../../../clients/console/parts/lists/chosen-parts.js';
import {
  BLOCK,
  layoutOf,
  withBlocks,
  type Block,
  type Span,
} from '../../../clients/console/parts/lists/tree-layout.js';
import {
  NOTHING,
  stateOf,
  toggled,
  withAll,
  withInside,
  type PathSelection,
} from '../../../clients/console/parts/lists/path-selection.js';

const rulesOf = ({ rules }: PathSelection): Record<string, boolean> => Object.fromEntries(rules);

describe('what is selected in a tree of the console', () => {
  it('is all that a folder holds without the folder, but for a few, by rules of which there are as few', () => {
    const some = withInside(NOTHING, 'a', ['a/1']);
    expect(rulesOf(some)).to.deep.equal({ 'a/': true, 'a/1': false });
    expect(['a', 'a/1', 'a/2', 'a/b/c', 'b'].map((path) => stateOf(some, path))).to.deep.equal([
      'partly',
      false,
      true,
      true,
      false,
    ]);
    expect(rulesOf(toggled(some, 'a'))).to.deep.equal({ a: true });
    expect(rulesOf(toggled(some, 'a/2'))).to.deep.equal({ 'a/': true, 'a/1': false, 'a/2': false });
    expect(rulesOf(withAll(some, ['a']))).to.deep.equal({ a: true });
  });

  it('leaves the others as they were, whether they were selected, or some of what they hold', () => {
    const before = withAll(NOTHING, ['a/1', 'a/f/x', 'a/3', 'b']);
    const after = withInside(before, 'a', ['a/1', 'a/2', 'a/f']);
    expect(rulesOf(after)).to.deep.equal({ b: true, 'a/f/x': true, 'a/': true, 'a/2': false, 'a/f': false });
    expect(stateOf(after, 'a/f')).to.equal('partly');
  });

  it('is everything at the top, and stays what it is where all is selected already', () => {
    expect(rulesOf(withInside(NOTHING, '', ['x']))).to.deep.equal({ '': true, x: false });
    const all = withAll(NOTHING, ['a']);
    expect(rulesOf(withInside(all, 'a', ['a/1']))).to.deep.equal({ a: true });
  });
});

describe('a range of rows in a tree of the console', () => {
  const TOTAL = 99_999;
  const blockOf = (
    folder: string,
    names: readonly string[],
    total: number,
  ): Block<{ path: string; name: string; isFolder: boolean }> => ({
    folder,
    block: 0,
    part: {
      total,
      entries: names.map((name) => ({
        path: folder === '' ? name : `${folder}/${name}`,
        name,
        isFolder: name === 'd',
      })),
    },
    readAt: 1,
  });
  const blocks = [blockOf('', ['d', 'e'], 2), blockOf('d', [], TOTAL)];
  const layout = layoutOf(withBlocks(new Map(), blocks, new Set(['d'])));

  /** What a range is, with the blocks that were read for it. */
  const partsOf = async (spans: readonly Span[], byFolder = true) => {
    const read: number[] = [];
    let long = 0;
    const parts = await chosenParts(
      spans,
      (_folder, block) => {
        read.push(block);
        const length = Math.min(BLOCK, TOTAL - block * BLOCK);
        return Promise.resolve(Array.from({ length }, (_, at) => block * BLOCK + at));
      },
      { byFolder, onLong: (n) => (long = n) },
    );
    return { parts, read, long };
  };

  it('is of entries of the folders that it leaves, and not of those in a folder that is in it', () => {
    const spans = (from: number, to: number) =>
      layout.spansOf(from, to).map(({ folder, first, last }) => `${folder} ${first} ${last}`);
    expect(spans(0, TOTAL + 1)).to.deep.equal([' 0 1']);
    expect(spans(1, TOTAL)).to.deep.equal([`d 0 ${TOTAL - 1}`]);
    expect(spans(3, TOTAL + 1)).to.deep.equal([`d 2 ${TOTAL - 1}`, ' 1 1']);
    expect(spans(0, 5)).to.deep.equal([' 0 0']);
  });

  it('reads nothing of a folder that is whole, and else the fewest entries that tell it', async () => {
    const whole = await partsOf(layout.spansOf(1, TOTAL));
    expect(whole).to.deep.equal({ parts: [{ folder: 'd', isAllBut: true, entries: [] }], read: [], long: 0 });
    const most = await partsOf(layout.spansOf(3, TOTAL));
    expect(most).to.deep.equal({ parts: [{ folder: 'd', isAllBut: true, entries: [0, 1] }], read: [0], long: 0 });
    const few = await partsOf(layout.spansOf(1, 3));
    expect(few).to.deep.equal({ parts: [{ folder: 'd', isAllBut: false, entries: [0, 1, 2] }], read: [0], long: 0 });
  });

  it('is read by its own entries where a folder cannot stand for what it holds', async () => {
    const { parts, read, long } = await partsOf([{ folder: 'd', first: 0, last: 1_499, total: 1_500 }], false);
    expect(parts[0]?.entries).to.have.length(1_500);
    expect([read, long]).to.deep.equal([[0, 1, 2], 1_500]);
  });
});

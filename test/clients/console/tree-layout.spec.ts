import { expect } from 'chai';
import {
  BLOCK,
  layoutOf,
  startOf,
  withBlocks,
  type Block,
  type KnownFolders,
  type TreeEntry,
} from '../../../clients/console/parts/lists/tree-layout.js';

const NOTHING: KnownFolders = new Map();

/** A block of a folder with so many entries, of which some are folders. */
const blockOf = (
  folder: string,
  total: number,
  { block = 0, folders = [], readAt = 1 }: { block?: number; folders?: readonly number[]; readAt?: number } = {},
): Block<TreeEntry> => {
  const entries = Array.from({ length: Math.max(0, Math.min(BLOCK, total - block * BLOCK)) }, (_each, index) => {
    const at = block * BLOCK + index;
    return { path: `${folder}/${at}`, name: String(at), isFolder: folders.includes(at) };
  });
  return { folder, block, part: { entries, total }, readAt };
};

const openOf = (...paths: readonly string[]): ReadonlySet<string> => new Set(paths);

describe('the rows of a tree in the console', () => {
  it('are those of the top, in its order, where no folder is open', () => {
    const layout = layoutOf(withBlocks(NOTHING, [blockOf('', 1_200)], openOf()));
    expect(layout.length).to.equal(1_200);
    expect(layout.placeOf(1_100)).to.deep.equal({ folder: '', at: 1_100, depth: 0, total: 1_200 });
    expect(layout.blocksOf(490, 1_010)).to.deep.equal([0, 1, 2].map((block) => ({ folder: '', block })));
  });

  it('have those of an open folder behind it, and each row is found by its place again', () => {
    const open = openOf('/1', '/3', '/3/0');
    const blocks = [
      blockOf('', 5, { folders: [1, 3] }),
      blockOf('/1', 2),
      blockOf('/3', 2, { folders: [0] }),
      blockOf('/3/0', 3),
    ];
    const layout = layoutOf(withBlocks(NOTHING, blocks, open));
    const places = Array.from({ length: layout.length }, (_each, index) => layout.placeOf(index));
    expect(places.map(({ folder, at, depth }) => `${depth} ${folder}/${at}`)).to.deep.equal([
      '0 /0',
      '0 /1',
      '1 /1/0',
      '1 /1/1',
      '0 /2',
      '0 /3',
      '1 /3/0',
      '2 /3/0/0',
      '2 /3/0/1',
      '2 /3/0/2',
      '1 /3/1',
      '0 /4',
    ]);
    expect(places.map(({ folder, at }) => layout.rowOf(folder, at))).to.deep.equal([...places.keys()]);
    expect([0, 2, 7, 10].map((index) => layout.parentOf(layout.placeOf(index)))).to.deep.equal([-1, 1, 6, 5]);
  });

  it('have one of an open folder that nothing is known of, so that it is loaded where it is seen', () => {
    const layout = layoutOf(withBlocks(NOTHING, [blockOf('', 2, { folders: [0] })], openOf('/0')));
    expect(layout.length).to.equal(3);
    expect(layout.blocksOf(1, 1)).to.deep.equal([{ folder: '/0', block: 0 }]);
  });

  it('stay where they are when blocks are dropped', () => {
    const open = openOf('/700');
    const loaded = withBlocks(NOTHING, [blockOf('', 900, { block: 1, folders: [700] }), blockOf('/700', 10)], open);
    const later = withBlocks(loaded, [blockOf('', 900)], open);
    expect(later).to.equal(loaded);
    expect(layoutOf(later).placeOf(701)).to.deep.equal({ folder: '/700', at: 0, depth: 1, total: 10 });
  });

  it('follow what was read last, whichever block it is', () => {
    const open = openOf('/600');
    const before = withBlocks(NOTHING, [blockOf('', 900, { block: 1, folders: [600] }), blockOf('/600', 5)], open);
    const shorter = withBlocks(before, [blockOf('', 900), blockOf('', 550, { block: 1, readAt: 2 })], open);
    expect(layoutOf(shorter).length).to.equal(550);
    const stale = withBlocks(shorter, [blockOf('', 900)], open);
    expect(stale).to.equal(shorter);
  });

  it('are without those of a folder that is closed, and of what is in it', () => {
    const blocks = [blockOf('', 2, { folders: [0] }), blockOf('/0', 2, { folders: [1] }), blockOf('/0/1', 4)];
    const known = withBlocks(NOTHING, blocks, openOf('/0', '/0/1'));
    expect(layoutOf(known).length).to.equal(8);
    const closed = withBlocks(known, blocks, openOf('/0/1'));
    expect(layoutOf(closed).length).to.equal(2);
    expect(layoutOf(closed).rowOf('/0/1', 0)).to.equal(undefined);
  });

  describe('of a folder that is not counted', () => {
    /** A block with so many entries, and what the next one is asked for by. */
    const part = (block: number, next: string | null, { entries = BLOCK, readAt = 1 } = {}): Block<TreeEntry> => ({
      folder: '',
      block,
      readAt,
      part: { next, entries: blockOf('', BLOCK * (block + 1), { block }).part.entries.slice(0, entries) },
    });
    const startsOf = (known: KnownFolders): (string | null)[] =>
      [0, 1, 2, 3].map((block) => startOf(known, { folder: '', block }));

    it('are those that are known, and one more from which the next ones are loaded', () => {
      const known = withBlocks(NOTHING, [part(0, 'a')], openOf());
      const layout = layoutOf(known);
      expect([layout.length, layout.isWhole, layout.placeOf(0).total]).to.deep.equal([BLOCK + 1, false, -1]);
      expect(layout.blocksOf(BLOCK, BLOCK)).to.deep.equal([{ folder: '', block: 1 }]);
      expect(startsOf(known)).to.deep.equal([null, 'a', null, null]);
    });

    it('are all of them at the end', () => {
      const known = withBlocks(NOTHING, [part(0, 'a'), part(1, null, { entries: 3 })], openOf());
      const layout = layoutOf(known);
      expect([layout.length, layout.isWhole, layout.placeOf(0).total]).to.deep.equal([BLOCK + 3, true, BLOCK + 3]);
    });

    it('stay when blocks are dropped, and when the first one is read again', () => {
      const known = withBlocks(NOTHING, [part(0, 'a'), part(1, 'b'), part(2, 'c')], openOf());
      expect(withBlocks(known, [part(2, 'c')], openOf())).to.equal(known);
      const again = withBlocks(known, [part(0, 'a', { readAt: 2 })], openOf());
      expect([layoutOf(again).length, startsOf(again)]).to.deep.equal([3 * BLOCK + 1, [null, 'a', 'b', 'c']]);
    });

    it('follow on another entry where some were added or taken away before', () => {
      const known = withBlocks(NOTHING, [part(0, 'a'), part(1, 'b')], openOf());
      const moved = withBlocks(known, [part(0, 'x', { readAt: 2 }), part(1, 'b')], openOf());
      expect(startsOf(moved)).to.deep.equal([null, 'x', 'b', null]);
    });

    it('end where the newest answer says, and an older one does not bring the others back', () => {
      const known = withBlocks(NOTHING, [part(0, 'a'), part(1, 'b'), part(2, 'c')], openOf());
      const shorter = withBlocks(known, [part(0, 'a'), part(1, null, { entries: 0, readAt: 2 })], openOf());
      expect([layoutOf(shorter).length, layoutOf(shorter).isWhole]).to.deep.equal([BLOCK, true]);
      expect(withBlocks(shorter, [part(0, 'a')], openOf())).to.equal(shorter);
    });
  });

  it('are none of an empty tree', () => {
    expect(layoutOf(withBlocks(NOTHING, [blockOf('', 0)], openOf())).length).to.equal(0);
  });
});

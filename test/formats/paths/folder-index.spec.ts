import { expect } from 'chai';
import {
  indexFolders,
  type FolderIndex,
  type IndexedFile,
  type IndexedFolder,
  type ItemToIndex,
} from '../../../formats/paths/folder-index.js';
import { filesBelow, numberOfRow, rowsOfFolder } from '../../../formats/paths/folder-rows.js';
import { runToEnd } from '../../../flow/slices.js';

type Index = FolderIndex<IndexedFile, string>;
type Folder = IndexedFolder<IndexedFile, string>;

const STATES = 2;
const ALL = { offset: 0, limit: 1_000 };

const file = (path: string, states = 0, size: number | null = 1): ItemToIndex<IndexedFile, string> => ({
  file: { path, name: path.slice(path.lastIndexOf('/') + 1), size, states },
});
const index = (...items: ItemToIndex<IndexedFile, string>[]): Index =>
  runToEnd(indexFolders(items, { states: STATES }));
const folderOf = (from: Index, path = ''): Folder => {
  const folder = from.folder(path);
  if (folder === null) throw new Error(`no folder ${path}`);
  return folder;
};
const rowsOf = (folder: Folder, depth: number, range = ALL): string[] =>
  runToEnd(rowsOfFolder(folder, { depth, ...range })).rows.map((row) =>
    'folder' in row ? `${row.folder.path}/` : row.file.path,
  );
const found = (folder: Folder, state: number | null, part: string | null = null, range = ALL): string[] => {
  const isWanted = part === null ? null : ({ name }: IndexedFile): boolean => name.includes(part);
  return runToEnd(filesBelow(folder, { state, isWanted }, range)).rows.map(({ path }) => path);
};

describe('the index of folders', () => {
  const tree = index(file('b/2', 1), file('b/c/1', 2, 5), file('a/x', 3, null), file('z'), file('b/c/d/e/10', 1));

  it('sums what is below each folder', () => {
    const sums = ({ files, bytes, states, entries }: Folder) => ({ files, bytes, states, entries });
    expect(sums(folderOf(tree))).to.deep.equal({ files: 5, bytes: 8, states: [3, 2], entries: 3 });
    expect(sums(folderOf(tree, 'b/c'))).to.deep.equal({ files: 2, bytes: 6, states: [1, 1], entries: 2 });
    expect(sums(folderOf(tree, 'b/c/d'))).to.deep.equal({ files: 1, bytes: 1, states: [1, 0], entries: 1 });
    expect(tree.folder('b/2')).to.equal(null);
  });

  it('lists a folder to any depth', () => {
    expect(rowsOf(folderOf(tree), 1)).to.deep.equal(['a/', 'b/', 'z']);
    expect(rowsOf(folderOf(tree), 2)).to.deep.equal(['a/', 'a/x', 'b/', 'b/c/', 'b/2', 'z']);
    expect(rowsOf(folderOf(tree, 'b'), 9)).to.deep.equal(['b/c/', 'b/c/d/', 'b/c/d/e/', 'b/c/d/e/10', 'b/c/1', 'b/2']);
  });

  it('lists files in a state, or otherwise wanted, in the order of the rows', () => {
    expect(found(folderOf(tree), null)).to.deep.equal(['a/x', 'b/c/d/e/10', 'b/c/1', 'b/2', 'z']);
    expect(found(folderOf(tree), 0)).to.deep.equal(['a/x', 'b/c/d/e/10', 'b/2']);
    expect(found(folderOf(tree, 'b'), 1)).to.deep.equal(['b/c/1']);
    expect(found(folderOf(tree), 0, '1')).to.deep.equal(['b/c/d/e/10']);
  });

  it('gives the same total and rows in pages of any size', () => {
    for (let limit = 1; limit < 8; limit++)
      for (const [whole, page] of [
        [rowsOf(folderOf(tree), 3), (offset: number) => rowsOf(folderOf(tree), 3, { offset, limit })],
        [found(folderOf(tree), 0), (offset: number) => found(folderOf(tree), 0, null, { offset, limit })],
        [found(folderOf(tree), null, '1'), (offset: number) => found(folderOf(tree), null, '1', { offset, limit })],
      ] as const) {
        const paged: string[] = [];
        for (let offset = 0; offset < whole.length; offset += limit) paged.push(...page(offset));
        expect(paged).to.deep.equal(whole);
        expect(page(whole.length)).to.deep.equal([]);
      }
    expect(runToEnd(rowsOfFolder(folderOf(tree), { depth: 3, offset: 100, limit: 1 })).total).to.equal(8);
    expect(runToEnd(rowsOfFolder(folderOf(tree), { depth: 1, offset: 0, limit: 0 })).total).to.equal(3);
  });

  it('knows the number of the row of each file and folder, at any depth', () => {
    for (const depth of [1, 2, 3, 9])
      for (const [number, row] of rowsOf(folderOf(tree), depth).entries())
        expect(runToEnd(numberOfRow(folderOf(tree), row.replace(/\/$/, ''), depth)), `${row} at ${depth}`).to.equal(
          number,
        );
    expect(runToEnd(numberOfRow(folderOf(tree), 'b/c/d/e/10', 2))).to.equal(3);
    for (const path of ['b/c/none', 'none', 'none/x'])
      expect(runToEnd(numberOfRow(folderOf(tree), path, 2))).to.equal(null);
  });

  it('has the names and details of folders that are given before what is in them', () => {
    const named = index({ folder: { path: 'a', name: 'Alpha', detail: 'x' } }, file('a/b/c'));
    expect(folderOf(named, 'a')).to.deep.include({ name: 'Alpha', detail: 'x' });
    expect(folderOf(named, 'a/b')).to.deep.include({ name: 'b', detail: null });
    expect(folderOf(index())).to.deep.include({ files: 0, entries: 0 });
  });
});

import { expect } from 'chai';
import { pageOfFiles } from '../../../commands/reads/files-of-version.js';
import { sortByUtf8 } from '../../../formats/paths/utf8-order.js';

const FILES = sortByUtf8(
  ['a', 'b!/x', 'b.txt', 'b-c/x', 'c/d/e', 'c/f', 'c0', 'c/\u{1f600}', 'c/\uffee', 'd'],
  (path) => path,
).map((stored) => ({ stored }));

const allPages = (below: string, limit: number): string[] => {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: ReturnType<typeof pageOfFiles> = pageOfFiles(FILES, { below, after, limit });
    found.push(...page.files.map(({ stored }) => stored));
    after = page.next;
  } while (after !== null);
  return found;
};

describe('a page of files', () => {
  const all = FILES.map(({ stored }) => stored);

  it('is followed by others until all files were given, once each and in their order', () => {
    for (const limit of [1, 2, 3, 100]) expect(allPages('', limit)).to.deep.equal(all);
  });

  it('has the files below a folder, and none of a folder whose name begins alike', () => {
    for (const limit of [1, 2, 100])
      expect(allPages('c', limit)).to.deep.equal(all.filter((path) => path.startsWith('c/')));
  });

  it('has one file where its path is wanted', () => {
    expect(allPages('b.txt', 1)).to.deep.equal(['b.txt']);
    expect(pageOfFiles(FILES, { below: 'b.txt', after: 'b.txt', limit: 1 })).to.deep.equal({ files: [], next: null });
  });

  it('is empty where nothing is', () => {
    expect(allPages('c/d/e/f', 5)).to.deep.equal([]);
    expect(allPages('zzz', 5)).to.deep.equal([]);
  });
});

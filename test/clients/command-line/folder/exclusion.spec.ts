import { expect } from 'chai';
import { exclusionOf } from '../../../../clients/command-line/folder/exclusion.js';
import { junkAmong } from '../../../../formats/paths/junk-names.js';

describe('what a pattern leaves out', () => {
  const cases: readonly [pattern: string, leavesOut: readonly string[], keeps: readonly string[]][] = [
    ['*.tmp', ['a.tmp', 'b/c.tmp', '.hidden.tmp', 'line\nend.tmp'], ['a.tmpl', 'tmp', 'A.TMP']],
    ['drafts', ['drafts', 'a/drafts'], ['drafts.txt', 'a/drafts/b']],
    ['a/*.txt', ['a/b.txt'], ['b.txt', 'a/b/c.txt', 'x/a/b.txt']],
    ['./a/b', ['a/b'], ['b/a/b']],
    ['/a', ['a'], []],
    ['**/old/**', ['x/old/a', 'old/b/c'], ['older/a']],
    ['page (1).txt', ['page (1).txt', 'a/page (1).txt'], ['page 1.txt']],
    ['*(1).txt', ['page(1).txt'], ['page1.txt']],
    ['scan[1].tif', ['scan[1].tif', 'scan1.tif'], ['scan2.tif']],
    ['!a', ['!a'], ['a', 'b']],
    ['*.{jpg,tif}', ['a.jpg', 'a.tif'], ['a.png']],
    ['junk', ['Thumbs.db', 'a/.DS_Store', '~$letter.docx', 'DESKTOP.INI', '._a', '__MACOSX'], ['junk', 'thumbs.jpg']],
  ];
  for (const [pattern, leavesOut, keeps] of cases) {
    it(`is told by '${pattern}'`, () => {
      const exclusion = exclusionOf([pattern]);
      for (const path of leavesOut) expect(exclusion(path, 'file'), path).to.equal(true);
      for (const path of keeps) expect(exclusion(path, 'file'), path).to.equal(false);
    });
  }

  it('is nothing without one', () => expect(exclusionOf([])('a', 'file')).to.equal(false));

  it('is a folder alone where the pattern ends with a slash', () => {
    expect(exclusionOf(['a/'])('a', 'file')).to.equal(false);
    expect(exclusionOf(['a/'])('a', 'folder')).to.equal(true);
  });

  it('may be what looks like junk, of which the topmost folder is named', () => {
    const paths = ['a/Thumbs.db', '__MACOSX/b/._c', '__MACOSX/d', 'letter.txt', '~$x.docx'];
    expect(junkAmong(paths)).to.deep.equal(['a/Thumbs.db', '__MACOSX/', '~$x.docx']);
  });
});

import { expect } from 'chai';
import { deletedParts } from '../../../clients/changes/deleted-parts.js';

describe('what of a deletion is named', () => {
  it('is the topmost folders that lose all of their files, and the files beside them', () => {
    const deleted = ['a/b/c/1', 'a/b/d/2', 'a/3', '4'];
    expect(deletedParts({ deleted, kept: ['a/5'] })).to.deep.equal({
      folders: [{ path: 'a/b', files: 2 }],
      files: ['a/3', '4'],
    });
  });

  it('is no folder of which files stay, come or are only renamed', () => {
    expect(deletedParts({ deleted: ['a/1'], kept: ['a/2'] })).to.deep.equal({ folders: [], files: ['a/1'] });
    expect(deletedParts({ deleted: [], kept: [] })).to.deep.equal({ folders: [], files: [] });
    expect(deletedParts({ deleted: ['a/b/1'], kept: ['a/b.txt', 'a/bc/1'] })).to.deep.equal({
      folders: [{ path: 'a/b', files: 1 }],
      files: [],
    });
  });
});

import { expect } from 'chai';
import { itemsOf, placed, type Chosen, type ChosenFile } from '../../../../clients/console/uploads/plan.js';

const file = (path: string): ChosenFile => ({
  path,
  size: 1,
  modified: 0,
  open: () => Promise.resolve(new File(['a'], path)),
});
const chosen = (name: string | null, paths: readonly string[], emptyFolders: readonly string[] = []): Chosen => ({
  name,
  files: paths.map(file),
  emptyFolders,
});
const pathsOf = ({ files }: Chosen): string[] => files.map(({ path }) => path);

describe('what was chosen to be uploaded', () => {
  it('goes into a folder of the deposit without the name of the one folder that it was in', () => {
    const { files, emptyFolders } = placed(chosen('Letters', ['Letters/1911/a.tif', 'Letters/b.tif'], ['Letters/c']), {
      into: 'objects',
      keepsName: false,
    });
    expect(files.map(({ path }) => path)).to.deep.equal(['objects/1911/a.tif', 'objects/b.tif']);
    expect(emptyFolders).to.deep.equal(['objects/c']);
  });

  it('goes there with the name of its folder where that is wanted', () => {
    expect(pathsOf(placed(chosen('Letters', ['Letters/b.tif']), { into: 'objects', keepsName: true }))).to.deep.equal([
      'objects/Letters/b.tif',
    ]);
  });

  it('keeps the names of all folders where several things were dropped', () => {
    const several = chosen(null, ['Letters/b.tif', 'a.pdf']);
    expect(pathsOf(placed(several, { into: '', keepsName: false }))).to.deep.equal(['Letters/b.tif', 'a.pdf']);
  });

  it('makes no folder of a folder that was dropped alone and is empty', () => {
    expect(placed(chosen('Letters', [], ['Letters']), { into: 'objects', keepsName: false }).emptyFolders).to.be.empty;
  });

  it('leaves out what operating systems make for themselves, also all that is in their folders', () => {
    const items = itemsOf(['a.tif', 'Thumbs.db', 'x/__MACOSX/a.tif', 'x/._a.tif'].map(file));
    const refused = items.filter(({ state }) => state === 'refused');
    expect(refused.map(({ path, refusal }) => [path, refusal?.kind])).to.have.deep.members([
      ['Thumbs.db', 'junk'],
      ['x/__MACOSX/a.tif', 'junk'],
      ['x/._a.tif', 'junk'],
    ]);
  });

  it('refuses names that no METS can hold, and says why', () => {
    const [item] = itemsOf([file('a\u0001.tif')]);
    expect(item?.refusal).to.deep.equal({
      kind: 'name',
      said: 'no METS could name it: the character U+0001 is not allowed in XML',
    });
  });

  it('goes in the order in which people read names, with its Unicode as it is', () => {
    const decomposed = 'e\u0301te\u0301.tif';
    const paths = itemsOf(['page 10.tif', decomposed, 'page 9.tif'].map(file)).map(({ path }) => path);
    expect(paths).to.deep.equal([decomposed, 'page 9.tif', 'page 10.tif']);
  });
});

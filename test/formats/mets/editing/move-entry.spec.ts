import { expect } from 'chai';
import type { MetsEditor } from '../../../../formats/mets/editing/mets-editor.js';
import { fresh, now, scan } from './editing.js';
import { describeMets } from '../../../support/mets-in-bytes.js';

const filled = (): MetsEditor => {
  const editor = fresh();
  for (const path of ['objects/box/1.tif', 'objects/box/deep/2.tif', 'objects/other.tif'])
    editor.addFile({ ...scan, path });
  return editor;
};

const written = (editor: MetsEditor) => {
  const bytes = editor.toBytes(now);
  editor.close();
  return { text: bytes.toString(), ...describeMets(bytes) };
};

describe('a move in a METS', () => {
  it('gives a file another path and folder, with what is recorded of it, and keeps its IDs', () => {
    const editor = filled();
    editor.setTerms('objects/other.tif', { accessRestrictions: ['closed'] });
    const before = /<mets:file ID="([^"]*)"[^>]*><mets:FLocat[^>]*other\.tif"/.exec(editor.toBytes(now).toString());
    expect(editor.move('objects/other.tif', 'objects/new/renamed.tif')).to.deep.equal([
      { path: 'objects/new/renamed.tif', isDir: false },
    ]);
    const { text, filesByPath, directoriesByPath } = written(editor);
    const file = filesByPath.get('objects/new/renamed.tif');
    expect(file).to.include({ name: 'renamed.tif', digest: scan.digest, fileId: before?.[1] });
    expect(file).to.have.nested.property('own.accessRestrictions[0]', 'closed');
    expect(directoriesByPath.get('objects/new')?.files.map(({ localPath }) => localPath)).to.deep.equal([
      'objects/new/renamed.tif',
    ]);
    expect(text).not.to.match(/(href="|originalName>|objectIdentifierValue>)objects\/other\.tif/);
  });

  it('takes a folder with everything in it', () => {
    const editor = filled();
    expect(editor.move('objects/box', 'objects/crate/inner')).to.have.deep.members([
      { path: 'objects/crate/inner', isDir: true },
      { path: 'objects/crate/inner/1.tif', isDir: false },
      { path: 'objects/crate/inner/deep', isDir: true },
      { path: 'objects/crate/inner/deep/2.tif', isDir: false },
    ]);
    expect([editor.kindAt('objects/box'), editor.kindAt('objects/crate')]).to.deep.equal([null, 'folder']);
    const { filesByPath, directoriesByPath } = written(editor);
    expect([...filesByPath.keys()].sort()).to.deep.equal([
      'objects/crate/inner/1.tif',
      'objects/crate/inner/deep/2.tif',
      'objects/other.tif',
    ]);
    expect([...directoriesByPath.keys()]).not.to.include.members(['objects/box', 'objects/box/deep']);
    expect(directoriesByPath.get('objects/crate/inner')).to.include({ name: 'inner' });
  });

  it('keeps a label that is not the name in the path', () => {
    const editor = filled();
    editor.setName('objects/other.tif', 'Title page');
    editor.move('objects/other.tif', 'objects/box/page.tif');
    expect(written(editor).filesByPath.get('objects/box/page.tif')).to.include({ name: 'Title page' });
  });

  it('can be followed by edits at both paths', () => {
    const editor = filled();
    editor.move('objects/box', 'objects/crate');
    editor.addFile({ ...scan, path: 'objects/box/1.tif' });
    editor.removeFile('objects/crate/1.tif');
    editor.move('objects/crate/deep/2.tif', 'objects/2.tif');
    expect([...written(editor).filesByPath.keys()].sort()).to.deep.equal([
      'objects/2.tif',
      'objects/box/1.tif',
      'objects/other.tif',
    ]);
  });

  it('does nothing where nothing is', () => {
    const editor = filled();
    expect(editor.move('objects/none', 'objects/some')).to.deep.equal([]);
    editor.close();
  });

  it('is refused to where something is, into itself, and below a file', () => {
    const editor = filled();
    for (const [from, to, code] of [
      ['objects/box', 'objects/other.tif', 'mets-path-invalid'],
      ['objects/box', 'objects/box/deep/box', 'mets-path-invalid'],
      ['objects/box', 'objects/box', 'mets-path-invalid'],
      ['objects/box', 'objects/other.tif/box', 'mets-parent-not-directory'],
      ['objects/box', 'objects//box', 'mets-path-invalid'],
      ['objects/box', 'objects/\u0001', 'mets-value-unwritable'],
    ] as const)
      expect(() => editor.move(from, to), to)
        .to.throw()
        .with.property('code', code);
    expect([...written(editor).filesByPath.keys()]).to.have.length(3);
  });
});

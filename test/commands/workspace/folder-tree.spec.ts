import { expect } from 'chai';
import { folderTree, type WorkspaceFolder } from '../../../commands/workspace/folder-tree.js';
import type { WorkspaceObject } from '../../../commands/workspace/workspace-object.js';

const object = (path: string, minute = 0, name: string | null = null): WorkspaceObject => {
  const modified = new Date(Date.UTC(2026, 4, 4, 12, minute));
  const listed = { etag: '"e"', modified };
  const unknown = { sha256: null, contentType: null, fileModified: null };
  return { path, size: path.endsWith('/') ? 0 : 1, etag: '"e"', ...unknown, name, modified, listed };
};

/** The paths of a tree, each folder's files before its folders. */
const pathsOf = ({ files, folders }: WorkspaceFolder): string[] => [
  ...files.map(({ path }) => path),
  ...folders.flatMap((folder) => [`${folder.path}/`, ...pathsOf(folder)]),
];

const since = new Date(Date.UTC(2026, 0, 1));

describe('folders of a workspace', () => {
  it('stand for markers and for what files imply', () => {
    const tree = folderTree([object('a/b/c.txt'), object('d/'), object('e.txt')], since);
    expect(pathsOf(tree)).to.deep.equal(['e.txt', 'a/', 'a/b/', 'a/b/c.txt', 'd/']);
  });

  it('have the name and time of their marker, else no name and the time of what is newest below', () => {
    const tree = folderTree([object('a/b/c', 7), object('a/d', 5), object('m/', 1, 'Mappe'), object('m/x', 9)], since);
    const [a, m] = tree.folders;
    expect([a?.name, a?.modified.getUTCMinutes(), a?.folders[0]?.modified.getUTCMinutes()]).to.deep.equal([null, 7, 7]);
    expect([m?.name, m?.modified.getUTCMinutes()]).to.deep.equal(['Mappe', 1]);
    expect(tree.modified.getUTCMinutes()).to.equal(7);
    expect(folderTree([], since).modified).to.equal(since);
  });

  it('are ordered by the bytes of their paths at every level', () => {
    const names = ['Z', 'a', 'ä', '\uff5a', '😀'];
    const tree = folderTree(
      [...names].reverse().flatMap((name) => [object(`x/${name}`), object(`x/f${name}/y`)]),
      since,
    );
    expect(tree.folders[0]?.files.map(({ path }) => path)).to.deep.equal(names.map((name) => `x/${name}`));
    expect(tree.folders[0]?.folders.map(({ path }) => path)).to.deep.equal(names.map((name) => `x/f${name}`));
  });

  it('may share their path with a file, and have empty names', () => {
    const tree = folderTree([object('a'), object('a/b'), object('a//c'), object('/d'), object('//')], since);
    expect(pathsOf(tree)).to.deep.equal(['/d', 'a', '//', 'a/', 'a/b', 'a//', 'a//c']);
  });

  it('may be as deep as a key is long', () => {
    let depth = 0;
    for (
      let at: WorkspaceFolder | undefined = folderTree([object('d/'.repeat(512))], since);
      at !== undefined;
      [at] = at.folders
    )
      depth += 1;
    expect(depth).to.equal(513);
  });
});

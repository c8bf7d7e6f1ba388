import { expect } from 'chai';
import fc from 'fast-check';
import { knownPaths } from '../../../../formats/tools/paths/known-paths.js';
import { alignPaths } from '../../../../formats/tools/paths/path-alignment.js';

const aligned = (told: readonly string[], known: readonly string[] = []): string[] => [
  ...alignPaths(told, knownPaths(known)).values(),
];

describe('aligning the paths of a tool', () => {
  for (const [what, told, local] of [
    ['one absolute path', ['/home/x/item/objects/a/b.jpg'], ['objects/a/b.jpg']],
    ['paths with an item folder', ['item/objects/a', 'item/metadata/b'], ['objects/a', 'metadata/b']],
    ['paths that are local already', ['objects/a', 'metadata/b'], ['objects/a', 'metadata/b']],
    ['all files in one folder', ['/x/objects/a/b', '/x/objects/a/c'], ['objects/a/b', 'objects/a/c']],
    ['only metadata', ['/x/metadata/a/b', '/x/metadata/a/c'], ['metadata/a/b', 'metadata/a/c']],
    ['objects before metadata', ['/x/metadata/objects/a', '/x/metadata/objects/b'], ['objects/a', 'objects/b']],
    ['folders, not characters, in common', ['/x/ab/1', '/x/ac/2'], ['ab/1', 'ac/2']],
    ['a file in the folder of others', ['/x/1', '/x/a/2', '/x/a/3'], ['1', 'a/2', 'a/3']],
    ['a folder whose name only begins like objects', ['/x/objects2/a'], ['a']],
    ['a file called objects', ['/x/objects'], ['objects']],
    ['leading dots and double slashes', ['./item//objects/a', './item/objects/./b'], ['objects/a', 'objects/b']],
    ['nothing', [], []],
  ] as const) {
    it(`cuts ${what} down to the local ones`, () => expect(aligned(told)).to.deep.equal(local));
  }

  it('finds files by the ends of paths that do not tell where they begin', () =>
    expect(aligned(['/run/1/a.jpg', '/run/1/b/c.jpg'], ['objects/a.jpg', 'objects/b/c.jpg', 'mets.xml'])).to.deep.equal(
      ['objects/a.jpg', 'objects/b/c.jpg'],
    ));

  it('takes the longest of several ends', () =>
    expect(aligned(['/run/sub/a.jpg'], ['objects/a.jpg', 'objects/sub/a.jpg'])).to.deep.equal(['objects/sub/a.jpg']));

  it('does not choose between ends that are as good', () =>
    expect(aligned(['/run/a.jpg'], ['objects/1/a.jpg', 'objects/2/a.jpg'])).to.deep.equal(['a.jpg']));

  it('does not take a file of the same name in another folder', () =>
    expect(aligned(['/run/x/a.jpg', '/run/y/b.jpg'], ['objects/z/a.jpg', 'objects/y/b.jpg'])).to.deep.equal([
      'x/a.jpg',
      'objects/y/b.jpg',
    ]));

  it('finds files although the first folder called objects is not the one', () =>
    expect(
      aligned(['/srv/objects/item/objects/a', '/srv/objects/item/objects/b'], ['objects/a', 'objects/b']),
    ).to.deep.equal(['objects/a', 'objects/b']));

  it('leaves a file that is gone where it was, beside others that are there', () =>
    expect(aligned(['/x/objects/a', '/x/objects/old/b'], ['objects/a', 'b'])).to.deep.equal([
      'objects/a',
      'objects/old/b',
    ]));

  it('copes with paths that are no paths', () =>
    expect(aligned(['', '/', '//', 'a'.repeat(5000) + '/b'], ['b', 'objects/x'])).to.have.length(4));

  const name = fc.stringMatching(/^[a-z]{1,3}$/).filter((each) => each !== 'objects');
  const local = fc
    .tuple(fc.constantFrom('objects', 'metadata'), fc.array(name, { minLength: 1, maxLength: 3 }))
    .map(([folder, names]) => [folder, ...names].join('/'));

  it('gives back the local paths, wherever the tool ran', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(local, { minLength: 1, maxLength: 8 }),
        fc.array(name, { maxLength: 3 }),
        fc.boolean(),
        (paths, folders, isAbsolute) => {
          const prefix = [...(isAbsolute ? [''] : []), ...folders].map((folder) => `${folder}/`).join('');
          const told = paths.map((path) => prefix + path);
          expect(aligned(told, paths)).to.deep.equal(paths);
          expect(aligned(told)).to.deep.equal(paths);
        },
      ),
    ));
});

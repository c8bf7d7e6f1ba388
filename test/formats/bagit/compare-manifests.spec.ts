import { expect } from 'chai';
import { compareManifests, type ManifestDifference } from '../../../formats/bagit/compare-manifests.js';

type Digests = Readonly<Record<string, string>>;

const differences = (old: Record<string, string[]>, now: Digests, inMets: Digests = {}): ManifestDifference[] =>
  compareManifests({
    old: new Map(Object.entries(old)),
    fresh: Object.entries(now).map(([path, sha256]) => ({ path, sha256 })),
    below: ['data/objects/'],
    metsDigest: (path) => inMets[path] ?? null,
  });

describe('the manifest of a bag that is made anew', () => {
  const path = 'data/objects/a';

  it('agrees with the old one where the digests are the same', () =>
    expect(differences({ [path]: ['1'] }, { [path]: '1' }, { [path]: '2' })).to.deep.equal([]));

  it('agrees where the new digest is that of the METS', () =>
    expect(differences({ [path]: ['1'] }, { [path]: '2' }, { [path]: '2' })).to.deep.equal([]));

  it('differs where a digest is neither', () =>
    expect(differences({ [path]: ['1'] }, { [path]: '3' }, { [path]: '2' })).to.deep.equal([
      { path, kind: 'changed', before: ['1'], inMets: '2', now: '3' },
    ]));

  it('differs where a file is new, unless the METS has its digest', () => {
    const old = { 'data/objects/b': ['0'] };
    const now = { 'data/objects/b': '0', [path]: '1' };
    expect(differences(old, now)).to.deep.equal([{ path, kind: 'added', before: [], inMets: null, now: '1' }]);
    expect(differences(old, now, { [path]: '1' })).to.deep.equal([]);
  });

  it('differs where a file is gone, unless the METS does not have it either', () => {
    expect(differences({ [path]: ['1'] }, {}, { [path]: '1' })).to.deep.equal([
      { path, kind: 'lost', before: ['1'], inMets: '1', now: null },
    ]);
    expect(differences({ [path]: ['1'] }, {})).to.deep.equal([]);
  });

  it('is compared for files of the object only', () =>
    expect(differences({ 'data/metadata/x': ['1'], 'data/objects': ['1'] }, { 'data/metadata/x': '2' })).to.deep.equal(
      [],
    ));

  it('agrees with one of two digests that the old one has for a file', () =>
    expect(differences({ [path]: ['1', '2'] }, { [path]: '2' })).to.deep.equal([]));

  it('agrees with a path that the old one begins with "./"', () =>
    expect(differences({ [`./${path}`]: ['1'] }, { [path]: '1' })).to.deep.equal([]));

  it('differs from nothing where the old one is missing or empty', () =>
    expect(differences({}, { [path]: '1' }, { [path]: '2' })).to.deep.equal([]));
});

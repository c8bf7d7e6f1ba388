import { expect } from 'chai';
import { objectDeclaration, objectRoot, storageRootFiles } from '../../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../../formats/paths/repository-path.js';

describe('the OCFL storage root', () => {
  it('places objects by three tuples of the SHA-256 of their id', () => {
    expect(objectRoot('info:fedora/kickoff/fedora-camp/tuesday-1', 'initial/')).to.match(
      /^initial\/aed\/7d3\/4c4\/aed7d34c481858e2[0-9a-f]{48}$/,
    );
    expect(objectRoot('info:fedora/chrisrosie-testing/ilkley-meeting/talking-to-jodie')).to.match(
      /^eb4\/b73\/204\/eb4b73204253a2a9[0-9a-f]{48}$/,
    );
  });

  it('takes a key prefix with or without its slash', () => {
    const id = ocflId('letters/1911');
    expect(objectRoot(id, 'archive')).to.equal(`archive/${objectRoot(id)}`);
    expect(objectRoot(id, 'archive/')).to.equal(`archive/${objectRoot(id)}`);
  });

  it('declares its version and the layout that it follows', () => {
    const files = new Map(storageRootFiles('archive').map(({ key, content }) => [key, content]));
    expect(files.get('archive/0=ocfl_1.1')).to.equal('ocfl_1.1\n');
    const layout = JSON.parse(files.get('archive/ocfl_layout.json')!) as { extension: string };
    expect(layout.extension).to.equal('0004-hashed-n-tuple-storage-layout');
    const config: unknown = JSON.parse(files.get(`archive/extensions/${layout.extension}/config.json`)!);
    expect(config).to.deep.equal({
      extensionName: layout.extension,
      digestAlgorithm: 'sha256',
      tupleSize: 3,
      numberOfTuples: 3,
      shortObjectRoot: false,
    });
  });

  it('declares each object', () => {
    expect(objectDeclaration('a/b')).to.deep.equal({ key: 'a/b/0=ocfl_object_1.1', content: 'ocfl_object_1.1\n' });
  });
});

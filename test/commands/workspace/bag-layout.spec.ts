import { expect } from 'chai';
import { pathInPayload, payloadOf, type Workspace } from '../../../commands/workspace/workspace-files.js';
import { valueOf } from '../../support/value-of.js';

const workspace = (paths: readonly string[], folders: readonly string[] = []): Workspace => ({
  files: new Map(
    paths.map((path) => [
      path,
      {
        path,
        key: `deposits/d/${path}`,
        size: 1,
        etag: '"e"',
        sha256: null,
        contentType: null,
        name: null,
        fileModified: null,
        toolMetadata: [],
      },
    ]),
  ),
  folders: new Map(folders.map((path) => [path, { name: path }])),
});

const BAG = ['bagit.txt', 'data/mets.xml', 'data/objects/a #1.txt', 'manifest-sha256.txt'];

describe('the payload of a workspace', () => {
  it('is all of it where there is no data/ folder, whatever else is called data', () => {
    const plain = workspace(['data', 'mets.xml', 'objects/data/a'], ['objects', 'objects/data']);
    const payload = valueOf(payloadOf(plain, 'mets.xml'));
    expect(payload).to.deep.equal({ ...plain, filesRoot: '' });
  });

  it('is the content of the data/ folder of a bag', () => {
    const payload = valueOf(payloadOf(workspace(BAG, ['data', 'data/objects']), 'data/mets.xml'));
    expect([...payload.files].map(([path, file]) => [path, file.path, file.key])).to.deep.equal([
      ['mets.xml', 'mets.xml', 'deposits/d/data/mets.xml'],
      ['objects/a #1.txt', 'objects/a #1.txt', 'deposits/d/data/objects/a #1.txt'],
    ]);
    expect([...payload.folders]).to.deep.equal([['objects', { name: 'data/objects' }]]);
    expect(payload.filesRoot).to.equal('data/');
  });

  it('includes a METS that is beside the tag files', () => {
    const payload = valueOf(payloadOf(workspace(['bagit.txt', 'my-mets.xml', 'data/a'], ['data']), 'my-mets.xml'));
    expect([...payload.files.keys()]).to.deep.equal(['a', 'my-mets.xml']);
    expect(payload.files.get('my-mets.xml')?.key).to.equal('deposits/d/my-mets.xml');
  });

  it('is refused where two files claim the place of the METS', () => {
    expect(payloadOf(workspace(['mets.xml', ...BAG], ['data']), 'mets.xml')).to.deep.equal({
      ok: false,
      refusal: {
        code: 'deposit-inconsistent',
        detail: "'mets.xml' is both in the root of the bag and in data/.",
      },
    });
  });

  it('knows a path of the deposit by the one it has there', () => {
    expect(pathInPayload('data/mets.xml', 'data/')).to.equal('mets.xml');
    expect(pathInPayload('mets.xml', 'data/')).to.equal('mets.xml');
    expect(pathInPayload('data/mets.xml', '')).to.equal('data/mets.xml');
  });
});

import { Readable } from 'node:stream';
import { expect } from 'chai';
import { engineUploads } from '../../../infra/embedded/workspace-uploads.js';
import { openedOnce } from '../../support/platform/opened.js';
import { openS3Harness } from '../../support/s3/s3-harness.js';
import { sha256Of } from '../../support/sha256.js';

describe('uploads in parts to the embedded store', () => {
  const harness = openedOnce(openS3Harness);
  const key = 'deposits/d/objects/film.mov';

  const sent = async () => {
    const { engine } = harness;
    const uploads = engineUploads(engine, { bucket: 'workspace', prefix: 'deposits/d/' });
    const uploadId = await uploads.begin(key, { contentType: null, metadata: {} });
    const staged = await engine.stage('workspace', Readable.from([Buffer.from('film')]), ['SHA256']);
    const { number, etag } = await engine.putPart(uploadId, 1, staged);
    return { uploads, upload: { key, uploadId }, parts: [{ number, etag, sha256: sha256Of('film') }] };
  };

  it('are compared with the SHA-256 of the whole, which the object then has', async () => {
    const { uploads, upload, parts } = await sent();
    expect(await uploads.complete(upload, parts, sha256Of('film'))).to.include({ size: 4, sha256: sha256Of('film') });
    expect(await harness.engine.head({ bucket: 'workspace', key })).to.include({ sha256: sha256Of('film') });
  });

  it('stay unfinished where it is another one', async () => {
    const { uploads, upload, parts } = await sent();
    expect(await uploads.complete(upload, parts, sha256Of('other'))).to.equal('wrong-digest');
    expect(await uploads.parts(upload)).to.have.length(1);
    expect(await uploads.complete(upload, parts, sha256Of('film'))).to.include({ sha256: sha256Of('film') });
  });

  it('are not there for another key than their own', async () => {
    const { uploads, upload, parts } = await sent();
    const other = { ...upload, key: 'deposits/d/objects/other.mov' };
    expect(await uploads.parts(other)).to.equal(null);
    expect(await uploads.complete(other, parts, sha256Of('film'))).to.equal('not-found');
    await uploads.abort(other);
    expect(await uploads.parts(upload)).to.have.length(1);
  });
});

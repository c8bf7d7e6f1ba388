import { expect } from 'chai';
import { archiveFileName } from '../../../../gateways/content/archive-files/file-name.js';
import { contentDisposition } from '../../../../gateways/http/answer/content-disposition.js';

describe('the name of a downloaded archive file', () => {
  it('tells the group, the version and the folder', () => {
    expect(archiveFileName('letters/1911', 'v1', '')).to.equal('letters-1911-v1');
    expect(archiveFileName('letters/1911', 'v12', 'objects/maps')).to.equal('letters-1911-v12-objects-maps');
  });

  it('has no character that a file system refuses, and is not hidden', () => {
    expect(archiveFileName('.a:b/c"d\n', 'v1', 'x\\y')).to.equal('a-b-c-d--v1-x-y');
  });

  it('is no longer than a name may be, and ends with a whole character', () => {
    const name = archiveFileName('💜'.repeat(300), 'v1', '');
    expect(Buffer.byteLength(name)).to.equal(200);
    expect(name.isWellFormed()).to.equal(true);
  });

  it('is sent in the two ways that browsers know', () => {
    expect(contentDisposition('attachment', "Jürgen's 50%.zip")).to.equal(
      "attachment; filename=\"J_rgen's 50_.zip\"; filename*=UTF-8''J%C3%BCrgen%27s%2050%25.zip",
    );
  });
});

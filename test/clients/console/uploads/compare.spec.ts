import { expect } from 'chai';
import { compared, comparedByDigest } from '../../../../clients/console/uploads/compare.js';

const item = { size: 5, modified: 1_000, insists: false };
const kept = { size: 5, modified: 1_000, sha256: 'aa' };

describe('a chosen file and the workspace', () => {
  it('is sent where no file of its name is there', () => {
    expect(compared(item, undefined, kept)).to.equal('send');
  });

  it('is skipped where it went up from this browser and neither has changed', () => {
    expect(compared(item, { size: 5, digest: 'aa' }, kept)).to.equal('skip');
  });

  it('is compared by its digest where its time has changed, or the file there has', () => {
    expect(compared({ ...item, modified: 2_000 }, { size: 5, digest: 'aa' }, kept)).to.equal('compare');
    expect(compared(item, { size: 5, digest: 'bb' }, kept)).to.equal('compare');
    expect(compared(item, { size: 5, digest: null }, undefined)).to.equal('compare');
  });

  it('does not replace another file of its name unless the person insists', () => {
    const other = { size: 6, digest: 'bb' };
    expect(compared(item, other, undefined)).to.equal('taken');
    expect(compared({ ...item, insists: true }, other, undefined)).to.equal('send');
    expect(comparedByDigest(item, { size: 5, digest: 'bb' }, 'aa')).to.equal('taken');
    expect(comparedByDigest({ insists: true }, { size: 5, digest: 'bb' }, 'aa')).to.equal('send');
  });

  it('is skipped where its digest is that of the file of its name', () => {
    expect(comparedByDigest(item, { size: 5, digest: 'aa' }, 'aa')).to.equal('skip');
  });
});

import { expect } from 'chai';
import { fileModified } from '../../../commands/workspace/file-modified.js';

const told = (metadata: Record<string, string>): string | null => fileModified({ metadata })?.toISOString() ?? null;

describe('when a file of a workspace was changed', () => {
  it('is read from what rclone, s3cmd and the preserve command record', () => {
    expect(told({ mtime: '1700000000.123456789' })).to.equal('2023-11-14T22:13:20.123Z');
    expect(told({ mtime: '1700000000' })).to.equal('2023-11-14T22:13:20.000Z');
    expect(told({ mtime: '1700000000.5' })).to.equal('2023-11-14T22:13:20.500Z');
    const attributes = 'atime:1700000100/ctime:1700000200/gid:0/gname:root/md5:d41d8/mode:33188/mtime:1700000000/uid:0';
    expect(told({ 's3cmd-attrs': attributes })).to.equal('2023-11-14T22:13:20.000Z');
  });

  it('is not known where the upload said nothing, or nothing that can be such a time', () => {
    for (const mtime of ['', '-5', '1e9', '999999999999', '2023-11-14T22:13:20Z', '1700000000,5', 'NaN'])
      expect(told({ mtime }), mtime).to.equal(null);
    expect(told({})).to.equal(null);
    expect(told({ 's3cmd-attrs': 'atime:5/ctime:5' })).to.equal(null);
  });
});

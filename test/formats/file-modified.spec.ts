import { expect } from 'chai';
import { fileModified, withFileModified } from '../../formats/file-modified.js';

const told = (metadata: Record<string, string>): string | null => fileModified({ metadata })?.toISOString() ?? null;

describe('when a file of a workspace was changed', () => {
  it('is read from what rclone, s3cmd and the preserve command record', () => {
    expect(told({ mtime: '1700000000.123456789' })).to.equal('2023-11-14T22:13:20.123Z');
    expect(told({ mtime: '1700000000' })).to.equal('2023-11-14T22:13:20.000Z');
    expect(told({ mtime: '1700000000.5' })).to.equal('2023-11-14T22:13:20.500Z');
    const attributes = 'atime:1700000100/ctime:1700000200/gid:0/gname:root/md5:d41d8/mode:33188/mtime:1700000000/uid:0';
    expect(told({ 's3cmd-attrs': attributes })).to.equal('2023-11-14T22:13:20.000Z');
  });

  for (const [text, time] of [
    ['-3601', '1969-12-31T22:59:59.000Z'],
    ['-3600.5', '1969-12-31T22:59:59.500Z'],
    ['-0.0005', '1969-12-31T23:59:59.999Z'],
    ['0', '1970-01-01T00:00:00.000Z'],
    ['-11644473600', '1601-01-01T00:00:00.000Z'],
    ['-62135596800', '0001-01-01T00:00:00.000Z'],
    ['100000000000', '5138-11-16T09:46:40.000Z'],
    ['253402300799.9999', '9999-12-31T23:59:59.999Z'],
    ['1e9', '2001-09-09T01:46:40.000Z'],
    ['-1.5E+03', '1969-12-31T23:35:00.000Z'],
    ['17000000001234e-4', '2023-11-14T22:13:20.123Z'],
    ['5e-9', '1970-01-01T00:00:00.000Z'],
    ['1700000000.123999999', '2023-11-14T22:13:20.123Z'],
    ['1700000000.', '2023-11-14T22:13:20.000Z'],
  ] as const) {
    it(`is ${time} for ${text}, on the roads of rclone and of s3cmd`, () => {
      expect(told({ mtime: text })).to.equal(time);
      expect(told({ 's3cmd-attrs': `gid:0/mtime:${text}/uid:0` })).to.equal(time);
    });
  }

  it('is not known where the upload said nothing, or nothing that can be such a time', () => {
    const farAway = ['253402300800', '-62167219201', '1e99', '99999999999999999999'];
    for (const mtime of ['', '-', '.', '2023-11-14T22:13:20Z', '1700000000,5', 'NaN', 'Infinity', '0x10', ...farAway])
      expect(told({ mtime }), mtime).to.equal(null);
    expect(told({})).to.equal(null);
    expect(told({ 's3cmd-attrs': 'atime:5/ctime:5' })).to.equal(null);
  });

  it('is read back as it was written, at any time', () => {
    for (const time of [
      '2023-11-14T22:13:20.123Z',
      '1970-01-01T00:00:00.000Z',
      '1969-12-31T23:59:59.999Z',
      '0001-01-01T00:00:00.000Z',
    ])
      expect(told(withFileModified(new Date(time)))).to.equal(time);
  });
});

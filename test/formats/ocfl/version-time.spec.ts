import { expect } from 'chai';
import {
  followsInTime,
  isLaterStamp,
  mayBeFollowed,
  mementoStamp,
  parseTime,
  versionCreated,
} from '../../../formats/ocfl/version-time.js';

describe('the time of a version', () => {
  it('is now, or a second after the version before it', () => {
    const now = new Date('2026-11-21T06:00:00.250Z');
    expect(versionCreated(now, null)).to.equal('2026-11-21T06:00:00.250Z');
    expect(versionCreated(now, '2026-11-21T05:59:00Z')).to.equal('2026-11-21T06:00:00.250Z');
    expect(versionCreated(now, '2026-11-21T06:00:00.100Z')).to.equal('2026-11-21T06:00:01.100Z');
    expect(versionCreated(now, '2027-01-01T00:00:00Z')).to.equal('2027-01-01T00:00:01.000Z');
  });

  it('may be a second after the version before it, or later, and no other', () => {
    expect(followsInTime('1969-11-21T06:00:00Z', null)).to.equal(true);
    expect(followsInTime('2026-11-21T06:00:01.100Z', '2026-11-21T07:00:00.100+01:00')).to.equal(true);
    expect(followsInTime('2026-11-21T06:00:01.099Z', '2026-11-21T06:00:00.100Z')).to.equal(false);
    expect(followsInTime('yesterday', null)).to.equal(false);
  });

  it('leaves a second for a later version within the years that have four digits', () => {
    for (const created of ['0000-01-01T00:00:00Z', '2026-11-21T06:00:00Z', '9999-12-31T23:59:58.999Z'])
      expect(mayBeFollowed(created), created).to.equal(true);
    for (const created of ['0000-01-01T00:00:00+01:00', '9999-12-31T23:59:59Z', '9999-12-31T23:00:00-01:00', 'never'])
      expect(mayBeFollowed(created), created).to.equal(false);
  });

  it('has a stamp of fourteen digits in UTC', () => {
    expect(mementoStamp('2026-11-21T06:00:01.900Z')).to.equal('20261121060001');
    expect(mementoStamp('2021-03-30T23:15:18.613693922-05:00')).to.equal('20210331041518');
  });

  it('is later where its stamp is, whatever the zone', () => {
    expect(isLaterStamp('2026-11-21T06:00:01.000Z', null)).to.equal(true);
    expect(isLaterStamp('2026-11-21T06:00:02.000Z', '2026-11-21T07:00:01.900+01:00')).to.equal(true);
    expect(isLaterStamp('2026-11-21T06:00:01.900Z', '2026-11-21T06:00:01.000Z')).to.equal(false);
    expect(isLaterStamp('2026-11-21T06:00:01', null)).to.equal(false);
  });

  it('is read as RFC 3339 has it', () => {
    expect(parseTime('2026-11-21t06:00:60z')).to.equal(Date.parse('2026-11-21T06:00:59Z'));
    for (const odd of ['2026-11-21T06:00:00', '2026-11-21T06:00Z', '2026-13-21T06:00:00Z', 'yesterday'])
      expect(parseTime(odd), odd).to.equal(null);
  });
});

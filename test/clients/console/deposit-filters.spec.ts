import { expect } from 'chai';
import { listingQuery } from '../../../clients/console/pages/deposits/filters.js';
import { inTimeZone } from '../../support/in-time-zone.js';

describe('what the console asks for to list deposits', () => {
  inTimeZone('America/New_York');

  it('is what was between two days of the zone of the person who reads', () => {
    const query = listingQuery({ 'created-after': '2026-07-01', 'created-before': '2026-12-01', 'created-by': 'ada' });
    expect(query).to.deep.equal({
      createdBy: 'ada',
      createdAfter: '2026-07-01T04:00:00.000Z',
      createdBefore: '2026-12-01T05:00:00.000Z',
      orderBy: 'lastModified',
      ascending: false,
    });
  });

  it('leaves a time, and what is no day, to the platform', () => {
    for (const time of ['2026-07-01T12:00:00Z', 'tomorrow'])
      expect(listingQuery({ 'changed-before': time })).to.include({ lastModifiedBefore: time });
  });
});

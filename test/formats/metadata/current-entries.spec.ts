import { expect } from 'chai';
import { currentEntries } from '../../../formats/metadata/current-entries.js';
import { digestEntry, formatOf } from './entries.js';

const MANIFEST = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-01T00:00:01Z');

describe('the entries that still hold', () => {
  const digest = digestEntry({ timestamp: MANIFEST });
  const format = formatOf({ timestamp: MANIFEST, digest: 'bb' });

  it('leave out a digest of a manifest that is older than the file', () =>
    expect(currentEntries([digest, format], LATER)).to.deep.equal([format]));

  it('are all of them for a file as old as the manifest', () =>
    expect(currentEntries([digest, format], MANIFEST)).to.deep.equal([digest, format]));

  it('are all of them where a time is not known', () => {
    expect(currentEntries([digest], null)).to.deep.equal([digest]);
    expect(currentEntries([digestEntry({})], LATER)).to.have.length(1);
    expect(currentEntries([digestEntry({ source: 'another', timestamp: MANIFEST })], LATER)).to.have.length(1);
  });
});

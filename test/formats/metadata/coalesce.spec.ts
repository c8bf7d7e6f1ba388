import { coalesceExtents } from '../../../formats/metadata/significant-properties.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { coalesceDigest } from '../../../formats/metadata/coalesce-digest.js';
import { coalesceFormat } from '../../../formats/metadata/coalesce-format.js';
import { coalesceExif, coalesceVirusScan } from '../../../formats/metadata/coalesce-newest.js';
import type { MetadataEntry } from '../../../formats/metadata/entries.js';
import { MetadataFault } from '../../../formats/metadata/fault.js';
import { digestEntry, exifOf, extentOf, formatOf, scanOf } from './entries.js';

const OLD = new Date('2025-01-01T00:00:00Z');
const NEW = new Date('2026-01-01T00:00:00Z');
const UNKNOWN = { digest: null, size: null, contentType: null };

const faultOf = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

describe('the digest that sources agree on', () => {
  it('is the one that all say, in lower case', () => {
    const silent = [formatOf({}), formatOf({ digest: '' })];
    expect(coalesceDigest('a', [digestEntry({ digest: 'AB' }), formatOf({ digest: 'ab' }), ...silent])).to.equal('ab');
  });

  it('is none where nobody says one', () => {
    expect(coalesceDigest('a', [formatOf({}), scanOf({})])).to.equal(null);
    expect(coalesceDigest('a', [])).to.equal(null);
  });

  it('is a fault where they differ', () => {
    const fault = faultOf(() => coalesceDigest('objects/a', [digestEntry({}), formatOf({ digest: 'bb' })]));
    expect(fault).to.be.instanceOf(MetadataFault);
    expect(fault).to.include({ code: 'digests-differ', message: 'Digests for objects/a are not all the same' });
  });
});

describe('the format that sources agree on', () => {
  it('is none where nobody says one', () => expect(coalesceFormat('objects/a', [scanOf({})], UNKNOWN)).to.equal(null));

  it('is that of the one entry, as it is', () => {
    const only = formatOf({ pronomKey: 'UNKNOWN' });
    expect(coalesceFormat('objects/a', [digestEntry({}), only], UNKNOWN)).to.equal(only);
  });

  it('of several with one key is the first value of each, under all their names, with the newest time', () => {
    const batch = formatOf({
      source: 'BatchReportTool',
      pronomKey: 'fmt/1',
      formatName: 'Batch',
      size: 5,
      timestamp: OLD,
    });
    const tool = formatOf({ pronomKey: 'fmt/1', formatName: 'Tool', contentType: '', timestamp: NEW });
    expect(coalesceFormat('objects/a', [batch, tool], UNKNOWN)).to.deep.equal(
      formatOf({
        source: 'FormatIdTool,BatchReportTool',
        timestamp: NEW,
        pronomKey: 'fmt/1',
        formatName: 'Tool',
        size: 5,
      }),
    );
  });

  it('is a fault where the keys differ', () => {
    const two = [formatOf({ pronomKey: 'fmt/1' }), formatOf({ source: 'BatchReportTool', pronomKey: 'fmt/2' })];
    expect(faultOf(() => coalesceFormat('objects/a', two, UNKNOWN))).to.include({
      code: 'formats-differ',
      message: 'File formats for objects/a are not all the same',
    });
  });

  it('below metadata/ is what the store knows, and what the name tells of the type', () => {
    const stored = { digest: 'aa', size: 7, contentType: 'binary/octet-stream' };
    const synthetic = formatOf({ source: 'Synthetic', digest: 'aa', size: 7, contentType: 'text/csv' });
    expect(coalesceFormat('metadata/x/a.csv', [], stored)).to.deep.equal(synthetic);
    expect(coalesceFormat('metadata/x/a.csv', [], { ...stored, contentType: '' })).to.deep.equal(synthetic);
    expect(coalesceFormat('metadata/x/a.csv', [], { ...stored, contentType: 'text/tab' })?.contentType).to.equal(
      'text/tab',
    );
  });
});

describe('the virus scan and the tags that count', () => {
  it('are the newest', () => {
    const scans = [scanOf({ timestamp: OLD }), scanOf({ timestamp: NEW, hasVirus: true }), scanOf({})];
    expect(coalesceVirusScan(scans)).to.equal(scans[1]);
    const tags = [exifOf({ a: '1' }), exifOf({ a: '2' }, OLD), exifOf({ a: '3' }, NEW)];
    expect(coalesceExif(tags)).to.equal(tags[2]);
    expect([coalesceVirusScan(tags), coalesceExif(scans)]).to.deep.equal([null, null]);
  });
});

describe('the extents that sources agree on', () => {
  it('are those that any of them says', () =>
    expect(
      coalesceExtents('a', [extentOf({ pixelWidth: 3 }), extentOf({ pixelWidth: 3, duration: 0 }), scanOf({})]),
    ).to.deep.equal({ duration: 0, pixelWidth: 3, pixelHeight: null }));

  for (const [property, words] of [
    ['duration', 'Duration'],
    ['pixelWidth', 'PixelWidth'],
    ['pixelHeight', 'PixelHeight'],
  ] as const) {
    it(`are a fault where the ${property} differs`, () =>
      expect(
        faultOf(() => coalesceExtents('objects/a', [extentOf({ [property]: 1 }), extentOf({ [property]: 2 })])),
      ).to.include({ code: 'extents-differ', message: `${words} values for objects/a are not all the same` }));
  }
});

describe('coalescing', () => {
  const source = fc.constantFrom('FormatIdTool', 'BatchReportTool', 'METS', 'BagIt', 'another');
  const timestamp = fc.constantFrom(null, OLD, NEW);
  const text = fc.constantFrom(null, '', 'x', 'y');
  const entry: fc.Arbitrary<MetadataEntry> = fc.oneof(
    fc.record({ source, timestamp, digest: fc.constantFrom('aa', 'AA', 'bb') }).map(digestEntry),
    fc
      .record({
        source,
        timestamp,
        pronomKey: text,
        formatName: text,
        contentType: text,
        size: fc.constantFrom(null, 1, 2),
      })
      .map(formatOf),
    fc.record({ source, timestamp, hasVirus: fc.boolean(), virusFound: fc.constantFrom('', ' X FOUND') }).map(scanOf),
    fc.tuple(fc.constantFrom('1', '2'), timestamp).map(([value, when]) => exifOf({ tag: value }, when)),
    fc.record({ source, timestamp, pixelWidth: fc.constantFrom(null, 1, 2) }).map(extentOf),
  );
  const answers = (entries: readonly MetadataEntry[]): unknown =>
    [
      () => coalesceDigest('a', entries),
      () => coalesceFormat('a', entries, UNKNOWN),
      () => coalesceVirusScan(entries),
      () => coalesceExif(entries),
      () => coalesceExtents('a', entries),
    ].map((call) => {
      const answer = faultOf(call);
      return answer instanceof MetadataFault ? answer.message : answer;
    });

  it('gives the same answers in whatever order the entries come', () =>
    fc.assert(
      fc.property(
        fc
          .array(entry, { maxLength: 6 })
          .chain((entries) =>
            fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
          ),
        ([entries, shuffled]) => void expect(answers(shuffled)).to.deep.equal(answers(entries)),
      ),
    ));
});

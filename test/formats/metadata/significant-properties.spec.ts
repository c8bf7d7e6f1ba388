import { expect } from 'chai';
import { durationSeconds } from '../../../formats/metadata/duration.js';
import { propertiesOfTags, significantProperties } from '../../../formats/metadata/significant-properties.js';
import { exifOf, extentOf } from './entries.js';

const fromTags = (tags: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(propertiesOfTags(tags.map(([tagName, tagValue]) => ({ tagName, tagValue }))));

describe('the extents that tags tell', () => {
  it('are the image size first of all', () =>
    expect(
      fromTags([
        ['ImageWidth', '1'],
        ['ImageHeight', '2'],
        ['Source Image Width', '3'],
        ['Image Size', '4000x6000'],
      ]),
    ).to.deep.equal({ ImageWidth: '4000', ImageHeight: '6000' }));

  it('are else those of the source, else the first of the image', () => {
    expect(
      fromTags([
        ['ImageWidth', '1'],
        ['SourceImageWidth', '3'],
        ['SourceImageHeight', '4'],
        ['ImageSize', '12 megapixels'],
      ]),
    ).to.deep.equal({ ImageWidth: '3', ImageHeight: '4' });
    expect(
      fromTags([
        ['imagewidth', '1'],
        ['ImageWidth', '7'],
        ['ImageHeight', '2'],
      ]),
    ).to.deep.equal({ ImageWidth: '1', ImageHeight: '2' });
  });

  it("are the last image size, which ExifTool composes, and not one of a maker's note", () =>
    expect(
      fromTags([
        ['ImageSize', '160x120'],
        ['ImageWidth', '4000'],
        ['ImageHeight', '3000'],
        ['ImageSize', '4000x3000'],
        ['ImageSize', 'Large'],
      ]),
    ).to.deep.equal({ ImageWidth: '4000', ImageHeight: '3000' }));

  it('are never zero', () => {
    const none = [
      ['ImageSize', '0x0'],
      ['ImageWidth', '0'],
      ['ImageHeight', '0'],
      ['Duration', '0 s'],
      ['TrackDuration', '0.00 s'],
    ] as const;
    expect(fromTags(none)).to.deep.equal({});
    expect(fromTags([...none, ['ImageWidth', '7'], ['ImageHeight', '5'], ['Duration', '3 s']])).to.deep.equal({
      ImageWidth: '7',
      ImageHeight: '5',
      Duration: '3',
    });
  });

  it('have the longest duration of a track where the file has none of its own', () =>
    expect(
      fromTags([
        ['Duration', '0 s'],
        ['TrackDuration', '2 s'],
        ['MediaDuration', '5 s'],
      ]),
    ).to.deep.equal({ Duration: '5' }));

  it('have an exact duration before one that is approximate', () =>
    expect(
      fromTags([
        ['Duration', '1.19 s (approx)'],
        ['Duration', '5.00 s'],
      ]),
    ).to.deep.equal({ Duration: '5' }));

  it('have an approximate duration as the tool wrote it, but for MPEG audio, whose duration is right', () => {
    const duration = ['Duration', '1.19 s (approx)'] as const;
    expect(fromTags([['NominalBitrate', '80 kbps'], duration])).to.deep.equal({ Duration: '1.19 s (approx)' });
    expect(fromTags([['VideoBitrate', '8 Mbps'], ['MPEGAudioVersion', '1'], duration])).to.deep.equal({
      Duration: '1.19 s (approx)',
    });
    expect(fromTags([['MPEGAudioVersion', '1'], duration])).to.deep.equal({ Duration: '1.19' });
  });

  it('have the duration in seconds, or verbatim, and the bit rate as it is', () => {
    expect(
      fromTags([
        ['Duration', '0:03:12'],
        ['AvgBitrate', '128 kbps'],
      ]),
    ).to.deep.equal({ Duration: '192', Bitrate: '128 kbps' });
    expect(fromTags([['Duration', 'half an hour']])).to.deep.equal({ Duration: 'half an hour' });
    expect(fromTags([])).to.deep.equal({});
  });
});

describe('a duration', () => {
  for (const [text, seconds] of [
    ['12.34 s', 12.34],
    ['12.34', 12.34],
    ['0 s', 0],
    ['3:12', 192],
    ['0:03:12', 192],
    ['00:03:12.500', 192.5],
    ['10:00:00', 36_000],
    ['01:02:03.250', 3723.25],
    ['0.0000001 s', 0],
    ['0:03:12 (approx)', 192],
    ['2 days 1:00:00', 176_400],
    ['1:75', null],
    ['soon', null],
    ['', null],
    ['-1 s', null],
    ['9'.repeat(30), null],
  ] as const) {
    it(`of '${text}' is ${seconds ?? 'not understood'}`, () => expect(durationSeconds(text)).to.equal(seconds));
  }
});

describe('the significant properties of a file', () => {
  it('are those of its tags and of its extents together', () => {
    const entries = [exifOf({ ImageSize: '3x4' }), extentOf({ pixelWidth: 3, duration: 1.5 })];
    expect(Object.fromEntries(significantProperties('objects/a', entries))).to.deep.equal({
      ImageWidth: '3',
      ImageHeight: '4',
      Duration: '1.5',
    });
  });

  it('have the duration that is stated before an approximate one', () =>
    expect(
      significantProperties('objects/a', [exifOf({ Duration: '1.19 s (approx)' }), extentOf({ duration: 5 })]).get(
        'Duration',
      ),
    ).to.equal('5'));

  it('are a fault where tags and extents differ', () =>
    expect(() =>
      significantProperties('objects/a', [exifOf({ ImageSize: '3x4' }), extentOf({ pixelHeight: 5 })]),
    ).to.throw("Conflicting values for significantProperties/ImageHeight: '4' vs '5'"));
});

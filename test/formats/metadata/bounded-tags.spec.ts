import { expect } from 'chai';
import { boundedTags } from '../../../formats/metadata/bounded-tags.js';
import type { ExifTag } from '../../../formats/metadata/entries.js';
import { propertiesOfTags } from '../../../formats/metadata/significant-properties.js';

const tag = (tagName: string, tagValue: string): ExifTag => ({ tagName, tagValue });
const many = (count: number, value = 'x'): ExifTag[] =>
  Array.from({ length: count }, (_, each) => tag(`Tag${each}`, value));
const sizeOf = (tags: readonly ExifTag[]): number =>
  tags.reduce((sum, { tagName, tagValue }) => sum + tagName.length + tagValue.length, 0);

describe('the tags of a file that are recorded', () => {
  it('are all of them for ordinary files, as they are', () => {
    const tags = many(1_000);
    expect(boundedTags(tags)).to.equal(tags);
  });

  it('are the first of very many, and a tag that says how many were left out', () => {
    expect(boundedTags(many(1_500))).to.deep.equal([
      ...many(1_000),
      tag(
        'TagsLeftOut',
        '500 of 1500 tags were left out, and 0 values were cut at 4096 characters. The output of the tool has all of them.',
      ),
    ]);
  });

  it('have a limited length, of each value and together', () => {
    const [first, last] = boundedTags([tag('Long', `${'x'.repeat(4_095)}💜${'y'.repeat(9)}`)]);
    expect(first).to.deep.equal(tag('Long', `${'x'.repeat(4_095)}…`));
    expect(last?.tagValue).to.match(/^0 of 1 tags were left out, and 1 values were cut at 4096 characters\./);
    expect(sizeOf(boundedTags(many(900, 'x'.repeat(3_000))))).to.be.within(60_000, 66_000);
  });

  it('have the extents, wherever the tool prints them', () => {
    const tags = [tag('ImageSize', '1x1'), ...many(5_000), tag('ImageSize', '640x480'), tag('Duration', '5 s')];
    const bounded = boundedTags(tags);
    expect(propertiesOfTags(bounded)).to.deep.equal(propertiesOfTags(tags));
    expect(bounded.slice(-3, -1)).to.deep.equal(tags.slice(-2));
    const frames = boundedTags(Array<ExifTag>(5_000).fill(tag('ImageWidth', '1')));
    expect(frames).to.have.length(201);
  });

  it('are the same when they are bounded once more, and without those that a METS leaves out', () => {
    const tags = [tag('RawOutput', 'x'.repeat(99_999)), tag('35mm', '1'), ...many(1_500)];
    const bounded = boundedTags(tags);
    expect(boundedTags(bounded)).to.equal(bounded);
    expect(bounded).to.deep.equal(boundedTags(many(1_500)));
    const few = [tag('35mm', '1'), ...many(3)];
    expect(boundedTags(few)).to.equal(few);
  });
});

import { expect } from 'chai';
import type { SectionSummary } from '../../../../formats/mets/model/section-summary.js';
import { METS } from '../../../../formats/mets/elements/namespaces.js';
import { sectionsIn } from '../../../support/mets-in-bytes.js';
import { amd, small } from '../small-mets.js';

const format = (name: string): string =>
  `<p:format><p:formatName>${name}</p:formatName><p:formatRegistryKey>fmt/1</p:formatRegistryKey></p:format>`;
const width = (value: number): string =>
  `<p:significantProperties><p:significantPropertiesType>ImageWidth</p:significantPropertiesType><p:significantPropertiesValue>${value}</p:significantPropertiesValue></p:significantProperties>`;
const size = (bytes: number): string => `<p:size>${bytes}</p:size>`;
const name = (text: string): string => `<p:originalName>${text}</p:originalName>`;
const tags = (...values: string[]): string =>
  `<p:objectCharacteristicsExtension><ExifMetadata xmlns="">${values.map((each) => `<Rotation>${each}</Rotation>`).join('')}</ExifMetadata></p:objectCharacteristicsExtension>`;

/** The summaries of the amdSecs in a METS, and those of their techMDs. */
const summaries = (
  sections: string,
): readonly { readonly whole: SectionSummary | null; readonly parts: readonly (SectionSummary | null)[] }[] =>
  sectionsIn(small({ amd: sections }))
    .mets.elements(METS, 'amdSec')
    .map((section) => ({
      whole: section.summary,
      parts: section.elements(METS, 'techMD').map(({ summary }) => summary),
    }));

describe('the summary of an administrative section', () => {
  it('is the same for a section and its only techMD', () => {
    const [section] = summaries(amd('A', size(1) + format('TIFF') + tags('90')));
    expect(section?.whole?.technical).to.include({ size: 1, rotation: '90' });
    expect(section?.parts).to.have.length(1);
    expect(section?.parts[0]).to.deep.equal(section?.whole);
  });

  it('shares a format and extents with the one before', () => {
    const sections = [1, 2].map((each) => amd(`A${each}`, size(each) + format('TIFF') + width(7)));
    const technical = summaries(sections.join('')).flatMap(({ whole }) => whole?.technical ?? []);
    expect(technical.map((each) => each.size)).to.deep.equal([1, 2]);
    expect(technical.map((each) => each.format?.name)).to.deep.equal(['TIFF', 'TIFF']);
    for (const shared of ['format', 'extents'] as const)
      expect(new Set(technical.map((each) => each[shared]))).to.have.property('size', 1);
  });

  it('says of each section what it says, whatever the one before says', () => {
    const texts = [
      size(1),
      format('TIFF'),
      format('JPEG'),
      width(7),
      width(8),
      size(2) + width(8),
      '',
      tags('90'),
      tags('1'),
    ];
    const alone = texts.map((text) => summaries(amd('A', text))[0]?.whole);
    for (const order of [texts, texts.toReversed()]) {
      const found = summaries(order.map((text, index) => amd(`A${index}`, text)).join(''));
      for (const [index, text] of order.entries())
        expect(found[index]?.whole).to.deep.equal(alone[texts.indexOf(text)]);
    }
  });

  it('takes of several techMDs the first value of each kind, of rotations the last, and all tags', () => {
    const [first, second] = [size(1) + tags('90', '180'), size(2) + name('b') + width(3) + tags('270')].map((text) =>
      amd('A', text)
        .replace(/^<amdSec[^>]*>|<\/amdSec>$/g, '')
        .replace('ID="TA"', ''),
    );
    const [section] = summaries(`<amdSec ID="A">${first}${second}</amdSec>`);
    expect(section?.whole?.technical).to.deep.include({ size: 1, originalName: 'b', rotation: '270' });
    expect(section?.whole?.technical.extents.width).to.equal(3);
    expect(section?.whole?.exif.map((each) => each.tags.map(({ tagValue }) => tagValue))).to.deep.equal([
      ['90', '180', '270'],
    ]);
    expect(section?.parts.map((part) => part?.technical.size)).to.deep.equal([1, 2]);
  });
});

import { expect } from 'chai';
import { parseXml } from '../../../../formats/xml/parse.js';
import type { XmlElement } from '../../../../formats/xml/tree.js';
import { METS } from '../../../../formats/mets/elements/namespaces.js';
import { sectionValues } from '../../../../formats/mets/structure/section-values.js';

const format = (name: string): string =>
  `<p:format><p:formatName>${name}</p:formatName><p:formatRegistryKey>fmt/1</p:formatRegistryKey></p:format>`;
const width = (value: number): string =>
  `<p:significantProperties><p:significantPropertiesType>ImageWidth</p:significantPropertiesType><p:significantPropertiesValue>${value}</p:significantPropertiesValue></p:significantProperties>`;
const size = (bytes: number): string => `<p:size>${bytes}</p:size>`;

/** An administrative section with one techMD for each text, and these techMD. */
const section = (...inside: readonly string[]): { whole: XmlElement; technical: readonly XmlElement[] } => {
  const parts = inside.map((each) => `<techMD>${each}</techMD>`).join('');
  const { root } = parseXml(Buffer.from(`<amdSec xmlns="${METS}" xmlns:p="info:lc/xmlns/premis-v2">${parts}</amdSec>`));
  return { whole: root, technical: root.elements(METS, 'techMD') };
};

describe('the values of administrative sections', () => {
  it('are one object for a section and its only techMD', () => {
    const { technical } = sectionValues();
    const { whole, technical: parts } = section(size(1) + format('TIFF'));
    const [value] = parts.map(technical);
    expect(value).to.include({ size: 1 });
    expect(technical(whole)).to.equal(value);
  });

  it('share a format and extents with those before', () => {
    const { technical } = sectionValues();
    const [one, other] = [1, 2].map((bytes) => technical(section(size(bytes) + format('TIFF') + width(7)).whole));
    expect([one?.size, other?.size]).to.deep.equal([1, 2]);
    expect(one?.format).to.deep.equal({ pronomKey: 'fmt/1', name: 'TIFF' });
    expect(other?.format).to.equal(one?.format);
    expect(other?.extents).to.equal(one?.extents);
  });

  it('are those of each section, whatever the one before says', () => {
    const texts = [size(1), format('TIFF'), format('JPEG'), width(7), width(8), size(2) + width(8), ''];
    const shared = sectionValues();
    for (const text of [...texts, ...texts.toReversed()])
      expect(shared.technical(section(text).whole)).to.deep.equal(sectionValues().technical(section(text).whole));
  });
});

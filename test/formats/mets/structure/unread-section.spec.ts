import { expect } from 'chai';
import { parseInParts } from '../../../../formats/xml/parse-in-parts.js';
import { WrittenElement } from '../../../../formats/xml/written-element.js';
import { METS } from '../../../../formats/mets/structure/namespaces.js';
import { idsInside } from '../../../../formats/mets/structure/unread-section.js';

/** The IDs inside an unread section with this content. */
const idsIn = (content: string): readonly string[] => {
  const found: string[] = [];
  parseInParts(Buffer.from(`<mets xmlns="${METS}"><amdSec ID="outside">${content}</amdSec></mets>`), {
    whole: [],
    unread: ['amdSec'],
    take: ({ element, range, scope }) => {
      const section = WrittenElement.unread(element, range, scope);
      found.push(...idsInside(section));
      return section;
    },
  });
  return found;
};

describe('the IDs inside an unread section', () => {
  it('are found in its text, in either quotation marks and with space around', () => {
    expect(idsIn(`<techMD ID="A"/><techMD\n  ID = 'B' MDTYPE="X"/><techMD GROUPID="C"/>`)).to.deep.equal(['A', 'B']);
  });

  it('have all their characters, also after others that take several bytes', () => {
    expect(idsIn('<techMD LABEL="é 𝄞" ID="ö-à"/><techMD ID="z"/>')).to.deep.equal(['ö-à', 'z']);
  });

  it('are read where they have references to characters', () => {
    expect(idsIn('<techMD ID="a&amp;b"/>')).to.deep.equal(['a&b']);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { XmlFault } from '../../../formats/xml/fault.js';
import { readXml } from '../../../formats/xml/parse.js';
import { serialiseXml } from '../../../formats/xml/serialise.js';
import type { XmlElement } from '../../../formats/xml/tree.js';

const rewritten = (text: string | Buffer, indent = false): string =>
  readXml(Buffer.from(text), (document) => serialiseXml(document, { indent })).toString();

/** What is written with elements made by `make` in a root, each from an element that it is made by. */
const withMade = (make: (root: XmlElement) => readonly XmlElement[]): Buffer =>
  readXml(Buffer.from('<a/>'), (document) => {
    for (const each of make(document.root)) document.root.append(each);
    return serialiseXml(document);
  });

const attribute = (value: string) => [{ name: 'v', prefix: '', value }];

const faultOf = (make: (root: XmlElement) => XmlElement): XmlFault => {
  try {
    withMade((root) => [make(root)]);
  } catch (error) {
    return error as XmlFault;
  }
  throw new Error('the document was written');
};

describe('writing XML', () => {
  it('gives back what was read, to the byte, where there is only one way to write it', () => {
    const text = `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!--c--><?p q?><a xmlns="urn:a" xmlns:p="urn:p" p:b="1&amp;2&lt;&#10;&quot;é" xml:lang="en"> t&#13;\n<![CDATA[<x>]]><p:c/><!-- in --><?q?></a><!--e-->`;
    expect(rewritten(text)).to.equal(text);
  });

  it('writes UTF-8 whatever was read', () => {
    const utf16 = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>é</a>', 'utf16le');
    expect(rewritten(utf16)).to.equal('<?xml version="1.0" encoding="UTF-8"?><a>é</a>');
  });

  it('reads back as the same tree, whatever text it holds', () => {
    const legal = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(text));
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            legal,
            legal.filter((text) => text !== ''),
          ),
          { minLength: 1 },
        ),
        (pairs) => {
          const bytes = withMade((root) =>
            pairs.map(([value, text]) => root.make(null, 'b', attribute(value), [text])),
          );
          const read = readXml(bytes, ({ root }) =>
            root.elements().map((each) => [each.attribute('v'), each.text, each.children.length]),
          );
          expect(read).to.deep.equal(pairs.map(([value, text]) => [value, text, 1]));
        },
      ),
    );
  });

  it('writes large documents in order', () => {
    const texts = Array.from({ length: 20_000 }, (_, n) => `é${n}`);
    const bytes = withMade((root) => texts.map((text) => root.make(null, 'b', [], [text])));
    expect(readXml(bytes, ({ root }) => root.elements().map(({ text }) => text))).to.deep.equal(texts);
  });

  describe('for people', () => {
    it('lays elements out on lines', () => {
      expect(rewritten('<a><b>t</b><c><d/></c></a>', true)).to.equal(
        '<a>\n  <b>t</b>\n  <c>\n    <d/>\n  </c>\n</a>\n',
      );
    });

    it('leaves white space alone where it is content', () => {
      expect(rewritten('<a><b>x <i>y</i> z</b><c xml:space="preserve"> <d/> </c></a>', true)).to.equal(
        '<a>\n  <b>x <i>y</i> z</b>\n  <c xml:space="preserve"> <d/> </c>\n</a>\n',
      );
    });
  });

  describe('what XML cannot hold', () => {
    const cases: [title: string, make: (root: XmlElement) => XmlElement][] = [
      ['a control character in text', (root) => root.make(null, 'b', [], ['x\x01'])],
      ['a NUL in an attribute', (root) => root.make(null, 'b', attribute('x\0'))],
      ['half a surrogate pair', (root) => root.make(null, 'b', [], ['\ud83d'])],
      ['U+FFFE', (root) => root.make(null, 'b', attribute('\ufffe'))],
      ['a name with a space', (root) => root.make(null, 'a b')],
      ['a name that is empty', (root) => root.make(null, '')],
    ];
    for (const [title, make] of cases)
      it(`is refused: ${title}`, () => {
        expect(faultOf(make)).to.be.instanceOf(XmlFault).and.to.have.property('code', 'xml-unwritable');
      });

    it('is named in the message', () => {
      expect(faultOf((root) => root.make(null, 'b', [], ['x\x01'])).message).to.equal(
        'The document cannot be written: the character U+0001 is not allowed in XML.',
      );
    });
  });
});

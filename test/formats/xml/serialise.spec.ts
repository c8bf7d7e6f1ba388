import { expect } from 'chai';
import fc from 'fast-check';
import { XmlFault } from '../../../formats/xml/fault.js';
import { parseXml } from '../../../formats/xml/parse.js';
import { serialiseXml } from '../../../formats/xml/serialise.js';
import type { XmlDocument, XmlElement, XmlNode } from '../../../formats/xml/tree.js';

const rewritten = (text: string, indent = false): string =>
  serialiseXml(parseXml(Buffer.from(text)), { indent }).toString();

const element = (name: string, children: XmlNode[], attribute = ''): XmlElement => ({
  kind: 'element',
  name,
  prefix: '',
  namespace: '',
  attributes: attribute === '' ? [] : [{ name: 'v', prefix: '', namespace: '', value: attribute }],
  namespaces: [],
  children,
});

const documentOf = (root: XmlElement): XmlDocument => ({ declaration: null, prolog: [], root, epilog: [] });

const faultOf = (root: XmlElement): XmlFault => {
  try {
    serialiseXml(documentOf(root));
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
    expect(serialiseXml(parseXml(utf16)).toString()).to.equal('<?xml version="1.0" encoding="UTF-8"?><a>é</a>');
  });

  it('splits the end mark inside a CDATA section', () => {
    const bytes = serialiseXml(documentOf(element('a', [{ kind: 'cdata', text: 'x]]>y' }])));
    const { root } = parseXml(bytes);
    expect(root.children.map((child) => (child.kind === 'cdata' ? child.text : null)).join('')).to.equal('x]]>y');
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
          const root = element(
            'a',
            pairs.map(([value, text]) => element('b', [{ kind: 'text', text }], value)),
          );
          expect(parseXml(serialiseXml(documentOf(root))).root).to.deep.equal(root);
        },
      ),
    );
  });

  it('writes large documents in order', () => {
    const root = element(
      'a',
      Array.from({ length: 20_000 }, (_, n) => element('b', [], `é${n}`)),
    );
    expect(parseXml(serialiseXml(documentOf(root))).root).to.deep.equal(root);
  });

  describe('for people', () => {
    it('lays elements out on lines', () => {
      expect(rewritten('<a><b>t</b>\n\n   <c><d/></c></a>', true)).to.equal(
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
    const cases: [title: string, root: XmlElement][] = [
      ['a control character in text', element('a', [{ kind: 'text', text: 'x\x01' }])],
      ['a NUL in an attribute', element('a', [], 'x\0')],
      ['half a surrogate pair', element('a', [{ kind: 'text', text: '\ud83d' }])],
      ['U+FFFE', element('a', [], '\ufffe')],
      ['a control character in CDATA', element('a', [{ kind: 'cdata', text: '\x02' }])],
      ['two hyphens in a comment', element('a', [{ kind: 'comment', text: 'x--y' }])],
      ['an end mark in an instruction', element('a', [{ kind: 'instruction', target: 'p', text: '?>' }])],
      ['a name with a space', element('a b', [])],
      ['a name that is empty', element('', [])],
    ];
    for (const [title, root] of cases)
      it(`is refused: ${title}`, () => {
        expect(faultOf(root)).to.be.instanceOf(XmlFault).and.to.have.property('code', 'xml-unwritable');
      });

    it('is named in the message', () => {
      expect(faultOf(element('a', [{ kind: 'text', text: 'x\x01' }])).message).to.equal(
        'The document cannot be written: the character U+0001 has no place in XML.',
      );
    });
  });
});

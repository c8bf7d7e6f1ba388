import { expect } from 'chai';
import { openDocument } from '../../../formats/xml/document.js';
import { XmlFault, type XmlFaultCode } from '../../../formats/xml/fault.js';
import type { XmlLimits } from '../../../formats/xml/limits.js';
import { readXml } from '../../../formats/xml/parse.js';
import { EventReader } from '../../../formats/xml/read-events.js';
import { plainDocument, type PlainDocument } from './plain.js';

describe('reading XML', () => {
  const parse = (text: string | Uint8Array, limits?: XmlLimits): PlainDocument =>
    readXml(typeof text === 'string' ? Buffer.from(text) : text, plainDocument, limits);

  const faultOf = (text: string | Uint8Array, limits?: XmlLimits): XmlFault => {
    try {
      parse(text, limits);
    } catch (error) {
      expect(error).to.be.instanceOf(XmlFault);
      return error as XmlFault;
    }
    throw new Error('the document was read');
  };

  const eventsFaultOf = (text: string | Uint8Array): XmlFault => {
    const bytes = Buffer.from(text);
    const ignore = (): void => undefined;
    try {
      const reader = new EventReader({ start: ignore, text: ignore, end: ignore });
      for (let at = 0; at < bytes.length; at += 100) reader.take(bytes.subarray(at, at + 100));
      reader.end();
    } catch (error) {
      expect(error).to.be.instanceOf(XmlFault);
      return error as XmlFault;
    }
    throw new Error('the document was read');
  };

  describe('the tree', () => {
    it('holds attributes of one value apart by name, prefix and namespace', () => {
      const { root } = parse(`<a xmlns:p="urn:p" xmlns:q="urn:q" x="1" p:x="1" y="1"><q:b q:x="1" x="1"/></a>`);
      const [b] = root.children;
      expect([...root.attributes, ...(b?.kind === 'element' ? b.attributes : [])]).to.deep.equal([
        { name: 'x', prefix: '', namespace: '', value: '1' },
        { name: 'x', prefix: 'p', namespace: 'urn:p', value: '1' },
        { name: 'y', prefix: '', namespace: '', value: '1' },
        { name: 'x', prefix: 'q', namespace: 'urn:q', value: '1' },
        { name: 'x', prefix: '', namespace: '', value: '1' },
      ]);
    });

    it('holds names, prefixes, namespaces and attributes in their order', () => {
      const { root } = parse(`<a xmlns="urn:a" xmlns:p="urn:p" z="1" p:y="2" xml:lang="en"><p:b/></a>`);
      expect(root).to.deep.equal({
        kind: 'element',
        name: 'a',
        prefix: '',
        namespace: 'urn:a',
        attributes: [
          { name: 'z', prefix: '', namespace: '', value: '1' },
          { name: 'y', prefix: 'p', namespace: 'urn:p', value: '2' },
          { name: 'lang', prefix: 'xml', namespace: 'http://www.w3.org/XML/1998/namespace', value: 'en' },
        ],
        namespaces: [
          { prefix: '', uri: 'urn:a' },
          { prefix: 'p', uri: 'urn:p' },
        ],
        children: [
          {
            kind: 'element',
            name: 'b',
            prefix: 'p',
            namespace: 'urn:p',
            attributes: [],
            namespaces: [],
            children: [],
          },
        ],
      });
    });

    it('holds text, CDATA, comments and processing instructions apart', () => {
      expect(parse('<a> t<![CDATA[<x>&]]><!-- c --><?p q r?></a>').root.children).to.deep.equal([
        { kind: 'text', text: ' t' },
        { kind: 'cdata', text: '<x>&' },
        { kind: 'comment', text: ' c ' },
        { kind: 'instruction', target: 'p', text: 'q r' },
      ]);
    });

    it('holds what stands outside the root element', () => {
      const document = parse('<?xml version="1.0" standalone="yes"?><!--1--><?p?><a/><!--2-->');
      expect(document.declaration).to.deep.equal({ version: '1.0', standalone: true });
      expect(document.prolog).to.deep.equal([
        { kind: 'comment', text: '1' },
        { kind: 'instruction', target: 'p', text: '' },
      ]);
      expect(document.epilog).to.deep.equal([{ kind: 'comment', text: '2' }]);
    });

    it('resolves character references, in values of several parts too', () => {
      const { root } = parse(`<a b="1&amp;2&lt;3&#10;4&#13;5é😀&quot;">x&#13;y&gt;é😀</a>`);
      expect(root.attributes[0]?.value).to.equal('1&2<3\n4\r5é😀"');
      expect(root.children).to.deep.equal([{ kind: 'text', text: 'x\ry>é😀' }]);
    });

    it('reads a namespace that is declared again inside as what it then is', () => {
      const { root } = parse('<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"/></p:a>');
      expect(root.namespace).to.equal('urn:1');
      expect(root.children[0]).to.include({ name: 'b', namespace: 'urn:2' });
    });

    it('survives the reading of many documents', () => {
      for (let round = 0; round < 200; round++)
        expect(parse(`<a>${'<b c="d">e</b>'.repeat(50)}${round}</a>`).root.children).to.have.length(51);
    });
  });

  describe('encodings', () => {
    it('reads UTF-8 with and without a byte-order mark', () => {
      const bytes = Buffer.from('<a>é😀</a>');
      const expected = parse(bytes);
      expect(parse(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]))).to.deep.equal(expected);
    });

    it('reads UTF-16 of both byte orders by its mark, whatever is declared', () => {
      const text = '\ufeff<?xml version="1.0" encoding="UTF-16"?><a>é😀</a>';
      const little = Buffer.from(text, 'utf16le');
      const big = Buffer.from(little).swap16();
      for (const bytes of [little, big])
        expect(parse(bytes).root.children).to.deep.equal([{ kind: 'text', text: 'é😀' }]);
    });

    const declared: [encoding: string, bytes: number[], text: string][] = [
      ['windows-1252', [0xe9, 0x80, 0x92], 'é€’'],
      ['Windows-1252', [0xe9], 'é'],
      ['ISO-8859-1', [0xe9, 0xa4], 'é¤'],
      ['iso-8859-15', [0xe9, 0xa4], 'é€'],
      ['ISO-8859-2', [0xe9, 0xb1], 'éą'],
      ['KOI8-R', [0xc9], 'и'],
      ['Shift_JIS', [0x83, 0x41], 'ア'],
      ['US-ASCII', [0x41], 'A'],
    ];
    for (const [encoding, bytes, text] of declared)
      for (const quote of [`"`, `'`])
        it(`reads a declared encoding in any case and quotes: ${encoding} in ${quote}`, () => {
          const declaration = `<?xml version=${quote}1.0${quote} encoding=${quote}${encoding}${quote}?>`;
          const parts = [`${declaration}<a b="`, bytes, '">', bytes, '</a>'];
          const { root, declaration: read } = parse(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
          expect(root.attributes[0]?.value).to.equal(text);
          expect(root.children).to.deep.equal([{ kind: 'text', text }]);
          expect(read).to.deep.equal({ version: '1.0', standalone: null });
        });

    it('reads what a byte-order mark marks, whatever known encoding is declared', () => {
      const text = '\ufeff<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>';
      for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le')])
        expect(parse(bytes).root.children).to.deep.equal([{ kind: 'text', text: 'é' }]);
    });
  });

  describe('refusals', () => {
    const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n} "&a;&a;">`).join('')}]><l>&a9;</l>`;
    const cases: [title: string, text: string | Uint8Array, code: XmlFaultCode][] = [
      ['billion laughs', laughs, 'xml-dtd-refused'],
      ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'xml-dtd-refused'],
      ['an external DTD', '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a/>', 'xml-dtd-refused'],
      ['a DTD after a comment', '<!-- --> <!DOCTYPE a><a/>', 'xml-dtd-refused'],
      ['a DTD in UTF-16', Buffer.from('\ufeff<!DOCTYPE a><a/>', 'utf16le'), 'xml-dtd-refused'],
      ['an undeclared entity', '<a>&nbsp;</a>', 'xml-not-well-formed'],
      ['a declared UTF-7', '<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a+AD4-<a/>', 'xml-encoding-refused'],
      [
        'a byte that the declared encoding does not have',
        Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\x81</a>', 'latin1'),
        'xml-encoding-refused',
      ],
      [
        'bytes that are not in the declared encoding',
        Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><a>\xff\xff</a>', 'latin1'),
        'xml-encoding-refused',
      ],
      ['an encoding that nobody knows', `<?xml version='1.0' encoding='EBCDIC-CP-BE'?><a/>`, 'xml-encoding-refused'],
      ['one of old machines', `<?xml version='1.0' encoding='IBM850'?><a/>`, 'xml-encoding-refused'],
      ['one with spaces around its name', `<?xml version='1.0' encoding=' utf-8 '?><a/>`, 'xml-encoding-refused'],
      [
        'a DTD in a declared encoding',
        `<?xml version="1.0" encoding="windows-1252"?><!DOCTYPE a><a/>`,
        'xml-dtd-refused',
      ],
      ['a DTD after an instruction', '<?p <!--?><!DOCTYPE a><a/>', 'xml-dtd-refused'],
      ['a DTD after a comment with one', '<!-- <!DOCTYPE --><!DOCTYPE a><a/>', 'xml-dtd-refused'],
      ['an entity inside the root', '<a><!ENTITY x "y"></a>', 'xml-dtd-refused'],
      ['a DTD behind a comment that has no end', '<!-- <!DOCTYPE a><a/>', 'xml-not-well-formed'],
      ['a DTD that a value hides', '<a b="<!--"><!DOCTYPE a><c d="-->"/></a>', 'xml-not-well-formed'],
      ['broken UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xc3, 0x28, 0x3c, 0x2f, 0x61, 0x3e]), 'xml-encoding-refused'],
      ['UTF-16 with half a pair', Buffer.from('\ufeff<a>\ud83d</a>', 'utf16le'), 'xml-encoding-refused'],
      ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 'xml-encoding-refused'],
      ['UTF-16 without a mark', Buffer.from('<a/>', 'utf16le'), 'xml-not-well-formed'],
      ['a NUL', '<a>\0</a>', 'xml-not-well-formed'],
      ['an escaped control character', '<a>&#1;</a>', 'xml-not-well-formed'],
      ['a bare control character', '<a>\x01</a>', 'xml-not-well-formed'],
      ['an empty file', '', 'xml-not-well-formed'],
      ['nothing but white space', ' \n ', 'xml-not-well-formed'],
      ['only a byte-order mark', Buffer.from([0xef, 0xbb, 0xbf]), 'xml-not-well-formed'],
      ['no markup', 'hello', 'xml-not-well-formed'],
      ['two roots', '<a/><b/>', 'xml-not-well-formed'],
      ['an open element', '<a><b></a>', 'xml-not-well-formed'],
      ['an undeclared prefix', '<p:a/>', 'xml-not-well-formed'],
      ['an attribute twice', '<a b="1" b="2"/>', 'xml-not-well-formed'],
      ['100,000 deep', '<a>'.repeat(100_000), 'xml-too-deep'],
      ['100,000 deep and closed', '<a>'.repeat(100_000) + '</a>'.repeat(100_000), 'xml-too-deep'],
      ['a text of eleven megabytes', `<a>${'x'.repeat(11_000_000)}</a>`, 'xml-too-large'],
    ];
    for (const [title, text, code] of cases)
      it(`refuses ${title}, also where it is read by its events`, () => {
        expect(faultOf(text)).to.include({ code, transient: false });
        expect(eventsFaultOf(text)).to.include({ code, transient: false });
      });

    it('reads what only speaks of declarations', () => {
      const talk = '<!DOCTYPE a [<!ENTITY x "y">]>';
      const { prolog, root } = parse(`<!--${talk}--><a><!--${talk}--><![CDATA[${talk}]]><?p ${talk}?></a>`);
      expect(prolog).to.deep.equal([{ kind: 'comment', text: talk }]);
      expect(root.children).to.deep.equal([
        { kind: 'comment', text: talk },
        { kind: 'cdata', text: talk },
        { kind: 'instruction', target: 'p', text: talk },
      ]);
    });

    it('refuses a DTD also where no guard has seen the text', () => {
      const text = '<!DOCTYPE a><a/>';
      const unguarded = { text, utf8: Buffer.from(text), declaration: null };
      expect(() => openDocument(unguarded, 256))
        .to.throw(XmlFault)
        .with.property('code', 'xml-dtd-refused');
    });

    it('tells of what is too long, or no XML, without naming parts of an engine', () => {
      const long = faultOf(`<a>${'x'.repeat(11_000_000)}</a>`);
      expect(long.message).to.equal('A name, text or value in the document is too long (line 1).');
      for (const text of ['<a>&</a>', '<a>&#1;</a>', '<a>&#xFFFFFF;</a>', `<a>]]></a>`])
        expect(faultOf(text).message).not.to.match(/XML_|xml[A-Z]|internal error/);
    });

    it('refuses an attribute of eleven megabytes', () => {
      // The older engine tells only the last of its complaints, so that the first one's code is lost.
      expect(faultOf(`<a b="${'x'.repeat(11_000_000)}"/>`).code).to.match(/^xml-(too-large|not-well-formed)$/);
    });

    it('refuses more bytes or depth than the caller allows', () => {
      expect(faultOf('<a>1234</a>', { maxBytes: 10 }).code).to.equal('xml-too-large');
      expect(faultOf('<a><b><c/></b></a>', { maxDepth: 2 }).code).to.equal('xml-too-deep');
      expect(parse('<a><b><c/></b></a>', { maxDepth: 3 }).root.name).to.equal('a');
    });

    it('refuses more tags or attributes than the caller allows', () => {
      const limits = { maxMarkup: 4 };
      expect(parse('<a><b/><c/></a>', limits).root.children).to.have.length(2);
      expect(faultOf('<a>\n<b/><c/><d/></a>', limits)).to.include({ code: 'xml-too-large', line: 2 });
      expect(parse('<a b="" c="" d="" e=""/>', limits).root.attributes).to.have.length(4);
      expect(faultOf('<a b="" c="" d="" e="" f=""/>', limits).code).to.equal('xml-too-large');
    });

    it('refuses a small document that would fill the memory', () => {
      expect(faultOf(`<a>${'<b/>'.repeat(8_000_001)}</a>`).code).to.equal('xml-too-large');
    });

    it('says in a sentence what is wrong and in which line', () => {
      expect(faultOf('<a>\n<b>\n</c></a>')).to.include({ line: 3 });
      expect(faultOf('<a>\n<b>\n</c></a>').message).to.match(/^The document is not well-formed XML: .+ \(line 3\)\.$/);
      expect(faultOf('<!--\n\n--><!DOCTYPE a><a/>').message).to.equal(
        'A document type declaration is not allowed (line 3).',
      );
    });

    it('opens nothing for an inclusion or a schema location', () => {
      const text = `<a xmlns:xi="http://www.w3.org/2001/XInclude" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:a file:///etc/passwd"><xi:include href="file:///etc/passwd" parse="text"/></a>`;
      const [include] = parse(text).root.children;
      expect(include).to.deep.include({ kind: 'element', name: 'include', children: [] });
    });
  });
});

import { expect } from 'chai';
import { parseInParts, type ReadPart } from '../../../formats/xml/parse-in-parts.js';
import { parseXml } from '../../../formats/xml/parse.js';
import { serialiseXml } from '../../../formats/xml/serialise.js';
import type { XmlDocument, XmlElement } from '../../../formats/xml/tree.js';

interface ReadInParts {
  readonly document: XmlDocument | null;
  /** The parts as written, in the order in which they were read. */
  readonly taken: readonly string[];
  readonly parts: readonly ReadPart[];
}

const ITEMS = { whole: ['m:item'], unread: [] };

const read = (text: string | Buffer, names: { whole: string[]; unread: string[] } = ITEMS): ReadInParts => {
  const parts: ReadPart[] = [];
  const take = (part: ReadPart): XmlElement => {
    parts.push(part);
    return part.element;
  };
  const document = parseInParts(Buffer.from(text), { ...names, take });
  return { document, parts, taken: parts.map(({ range }) => range.source.toString('utf8', range.from, range.to)) };
};

const list = (inside: string): string => `<m:list xmlns:m="urn:m">${inside}</m:list>`;

const items = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `<m:item n="${at}"><m:a>é &amp; ${at}</m:a></m:item>`);

describe('a document that is read in parts', () => {
  it('is the same tree as one that was read whole', () => {
    for (const inside of [
      items(3).join(''),
      items(3).join('\n  '),
      `0${items(2).join('1')}2`,
      `<m:group>${items(2).join('')}</m:group><m:group a="1">${items(1).join('')}<m:item/></m:group>`,
      items(5_000).join('\n'),
    ]) {
      const text = list(inside);
      const { document, taken } = read(text);
      expect(document).to.deep.equal(parseXml(Buffer.from(text)));
      expect(taken.join('')).to.equal((inside.match(/<m:item n.*?<\/m:item>/gu) ?? []).join(''));
    }
  });

  it('keeps its declaration, and what stands before and after its root', () => {
    const text = `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n${list(items(2).join(''))}\n`;
    expect(read(text).document).to.deep.equal(parseXml(Buffer.from(text)));
  });

  it('has in its tree what was given for each part', () => {
    const document = parseInParts(Buffer.from(list(items(3).join(' '))), {
      ...ITEMS,
      take: ({ element }) => ({ ...element, children: [] }),
    });
    expect(document && serialiseXml(document).toString()).to.equal(
      list('<m:item n="0"/> <m:item n="1"/> <m:item n="2"/>'),
    );
  });

  it('tells of each part where it stands and which namespaces hold in it', () => {
    const { parts } = read(
      '<m:r xmlns:m="urn:m" xmlns:p="urn:1"><m:s xmlns:p="urn:2&amp;"><m:item><p:a/></m:item></m:s>' +
        '<m:item xmlns:q="urn:3"><p:a/></m:item></m:r>',
    );
    expect(parts.map(({ parent }) => parent.name)).to.deep.equal(['s', 'r']);
    expect(parts.map(({ scope }) => scope.map(({ prefix, uri }) => `${prefix}=${uri}`))).to.deep.equal([
      ['m=urn:m', 'p=urn:2&'],
      ['m=urn:m', 'p=urn:1', 'q=urn:3'],
    ]);
    expect(parts.map(({ element }) => (element.children[0] as XmlElement).namespace)).to.deep.equal([
      'urn:2&',
      'urn:1',
    ]);
  });

  it('reads of an unread part the start tag alone', () => {
    const { parts } = read(list('<m:item n="&lt;1">is <not well-formed</m:item><m:item>2</m:item>'), {
      whole: [],
      unread: ['m:item'],
    });
    expect(parts.map(({ element }) => element.children)).to.deep.equal([[], []]);
    expect(parts[0]?.element.attributes[0]?.value).to.equal('<1');
    expect(
      parts.map(({ range: { source, inside, outside } }) => source.toString('utf8', inside, outside)),
    ).to.deep.equal(['is <not well-formed', '2']);
  });

  it('has as its parts, of elements inside one another, the innermost of a name and the outermost of several names', () => {
    const names = { whole: ['m:item', 'm:box'], unread: [] };
    expect(read(list('<m:item>0<m:item a="1"><m:b/></m:item></m:item>'), names).taken).to.deep.equal([
      '<m:item a="1"><m:b/></m:item>',
    ]);
    expect(read(list('<m:box><m:item>0</m:item></m:box><m:item>1</m:item>'), names).taken).to.deep.equal([
      '<m:box><m:item>0</m:item></m:box>',
      '<m:item>1</m:item>',
    ]);
  });

  it('is divided at tags alone, however they are written', () => {
    const taken = (inside: string): readonly string[] => read(list(inside)).taken;
    expect(taken(`<m:item\n a = 'x>"' ><b/></m:item>`)).to.deep.equal([]);
    expect(taken(`<m:item\n\ta = 'x"' ><b/></m:item\n>`)).to.deep.equal([`<m:item\n\ta = 'x"' ><b/></m:item\n>`]);
    expect(taken('<m:item><b/></m:item><m:item/>5<m:items>6</m:items>')).to.deep.equal(['<m:item><b/></m:item>']);
    expect(taken(`<m:item a='>'>0</m:item><m:item>1</m:item>`)).to.deep.equal(['<m:item>1</m:item>']);
    expect(taken(`<m:b a="<m:item>1</m:item>"/><m:item>1</m:item>`)).to.deep.equal([]);
  });

  it('is not read where a comment, a CDATA section or an instruction may hide tags', () => {
    for (const hidden of ['<!--<m:item>-->', '<![CDATA[<m:item>]]>', '<?p <m:item>?>'])
      expect(read(list(`${hidden}<m:item>1</m:item>`)).document).to.equal(null);
  });

  it('is not read without such an element, or where it is not well-formed', () => {
    for (const text of [
      list(''),
      list('<m:item/>'),
      list('<m:item>'),
      list('<m:item><b></m:item>'),
      list('<m:item>1</m:item><b>'),
      list('<m:item>&no;</m:item>'),
      list('<m:item><n:b/></m:item>'),
      `${list('')}<m:item>1</m:item>`,
      `<m:item xmlns:m="urn:m">1</m:item><m:item>2</m:item>`,
      '',
    ])
      expect(read(text).document, text).to.equal(null);
  });

  it('is not read in an encoding other than UTF-8', () => {
    const text = list('<m:item>é</m:item>');
    const latin1 = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1');
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const bytes of [latin1, utf16, Buffer.from(`\uFEFF${text}`)]) expect(read(bytes).document).to.equal(null);
  });

  it('is not read deeper than a whole document', () => {
    const nested = (depth: number): string => list(`<m:item>${'<b>'.repeat(depth)}${'</b>'.repeat(depth)}</m:item>`);
    expect(read(nested(253)).document).to.deep.equal(parseXml(Buffer.from(nested(253))));
    expect(read(nested(255)).document).to.equal(null);
    expect(() => parseXml(Buffer.from(nested(255)))).to.throw();
  });
});

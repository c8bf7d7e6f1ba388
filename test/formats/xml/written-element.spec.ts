import { expect } from 'chai';
import { childNamed, forEachElement, setAttribute, textOf, appendChild } from '../../../formats/xml/navigate.js';
import { parseInParts, type ReadPart } from '../../../formats/xml/parse-in-parts.js';
import { parseXml } from '../../../formats/xml/parse.js';
import { serialiseElement, serialiseXml } from '../../../formats/xml/serialise.js';
import type { XmlDocument, XmlElement } from '../../../formats/xml/tree.js';
import { unreadContent, WrittenElement } from '../../../formats/xml/written-element.js';

const open = (text: string, take: (part: ReadPart) => XmlElement): XmlDocument => {
  const document = parseInParts(Buffer.from(text), { whole: ['m:read'], unread: ['m:data'], take });
  if (document === null) throw new Error('the document has no such elements');
  return document;
};

const takeAll = ({ element, range, scope }: ReadPart): XmlElement =>
  element.name === 'data' ? WrittenElement.unread(element, range, scope) : WrittenElement.read(element, range);

const written = (document: XmlDocument): string => serialiseXml(document).toString();

const unreadIn = (root: XmlElement): string[] => {
  const texts: string[] = [];
  const look = (element: XmlElement): void => {
    const inside = unreadContent(element);
    if (inside !== null) texts.push(inside.toString());
    else for (const child of element.children) if (child.kind === 'element') look(child);
  };
  look(root);
  return texts;
};

const attribute = { name: 'a', prefix: '', namespace: '', value: 'new' };

describe('an element that keeps the bytes it was written as', () => {
  describe('and is unread', () => {
    const TWO = '<m:r xmlns:m="urn:m" xmlns="urn:d"><m:data a=\'1\'><a>é &amp; 1</a></m:data><m:data>2</m:data></m:r>';

    it('is written as it was', () => {
      const document = open(TWO, takeAll);
      expect(unreadIn(document.root)).to.deep.equal(['<a>é &amp; 1</a>', '2']);
      expect(written(document)).to.equal(TWO);
      expect(unreadIn(document.root)).to.have.lengthOf(2);
    });

    it('has the same content as one that was read', () => {
      const seen: string[] = [];
      forEachElement(open(TWO, takeAll).root, ({ namespace, name }) => seen.push(`${namespace} ${name}`));
      const expected: string[] = [];
      forEachElement(parseXml(Buffer.from(TWO)).root, ({ namespace, name }) => expected.push(`${namespace} ${name}`));
      expect(seen).to.deep.equal(expected);
      expect(textOf(open(TWO, takeAll).root)).to.equal('é & 12');
    });

    it('is read where somebody looks, under the namespaces that hold there', () => {
      const { root } = open(
        '<m:r xmlns:m="urn:m" xmlns:p="urn:1"><m:s xmlns:p="urn:2&amp;"><m:data><p:a/></m:data></m:s><m:data><p:a/></m:data></m:r>',
        takeAll,
      );
      const [inner, outer] = [childNamed(root, 'urn:m', 's'), root].map(
        (parent) => parent && childNamed(parent, 'urn:m', 'data'),
      );
      expect(inner && childNamed(inner, 'urn:2&', 'a')).not.to.equal(undefined);
      expect(outer && unreadContent(outer)).not.to.equal(null);
      expect(outer && childNamed(outer, 'urn:1', 'a')).not.to.equal(undefined);
    });

    it('takes changes inside as any other', () => {
      const document = open(TWO, takeAll);
      const [data] = document.root.children as [XmlElement];
      (data.children[0] as XmlElement).children = [{ kind: 'text', text: 'new' }];
      appendChild(data, { kind: 'text', text: '!' });
      expect(written(document)).to.equal(TWO.replace('é &amp; 1</a>', 'new</a>!').replace("'1'", '"1"'));
      data.children = [];
      expect(written(document)).to.equal(TWO.replace(/<m:data a='1'>.*?<\/m:data>/u, '<m:data a="1"/>'));
    });

    it('stays unread under a new start tag', () => {
      const document = open(TWO, takeAll);
      const [data] = document.root.children as [XmlElement];
      setAttribute(data, attribute);
      data.namespaces = [{ prefix: 'n', uri: 'urn:n' }];
      expect(unreadIn(document.root)).to.have.lengthOf(2);
      expect(written(document)).to.equal(TWO.replace("a='1'", 'xmlns:n="urn:n" a="new"'));
    });

    it('is laid out on lines inside as well', () => {
      const document = open('<m:r xmlns:m="urn:m"><m:data><a><b/></a></m:data></m:r>', takeAll);
      expect(serialiseXml(document, { indent: true }).toString()).to.include('\n    <a>\n      <b/>');
    });
  });

  describe('and was read', () => {
    const READ = `<m:r xmlns:m="urn:m"><m:read a='1'><b c='2'/></m:read>\n<m:read>é</m:read></m:r>`;

    it('is written as it was', () => {
      expect(written(open(READ, takeAll))).to.equal(READ);
    });

    it('lets nothing change inside that its bytes do not have', () => {
      const [element] = open(READ, takeAll).root.children as [XmlElement];
      expect(() => element.children.push({ kind: 'text', text: 'new' })).to.throw(TypeError);
      expect(() => setAttribute(element.children[0] as XmlElement, attribute)).to.throw(TypeError);
    });

    it('is written anew where its content is replaced', () => {
      const document = open(READ, takeAll);
      const [element] = document.root.children as [XmlElement];
      appendChild(element, { kind: 'text', text: 'new' });
      expect(written(document)).to.equal(READ.replace(`a='1'><b c='2'/>`, 'a="1"><b c="2"/>new'));
    });

    it('keeps its content under a new start tag', () => {
      const document = open(READ, takeAll);
      const [element] = document.root.children as [XmlElement];
      setAttribute(element, attribute);
      expect(written(document)).to.equal(READ.replace(`a='1'`, 'a="new"'));
    });
  });

  it('keeps its bytes in another place, and among elements that are written anew', () => {
    const document = open(`<m:r xmlns:m="urn:m"><m:read>1</m:read><m:read>2</m:read><m:read>3</m:read></m:r>`, takeAll);
    const [one, two, three] = document.root.children as [XmlElement, XmlElement, XmlElement];
    const made: XmlElement = { ...plain, children: [{ kind: 'text', text: 'ü' }] };
    document.root.children = [three, made, one, two, made];
    expect(written(document)).to.equal(
      '<m:r xmlns:m="urn:m"><m:read>3</m:read><b>ü</b><m:read>1</m:read><m:read>2</m:read><b>ü</b></m:r>',
    );
  });

  it('may keep the bytes that it is serialised as', () => {
    const text = { kind: 'text', text: 'ü < 1' } as const;
    const made: XmlElement = { ...plain, attributes: [{ ...attribute, value: 'é>' }], children: [text] };
    const range = serialiseElement(made);
    if (range === null) throw new Error('it has content');
    const { source, inside, outside } = range;
    expect(source.toString('utf8', inside, outside)).to.equal('ü &lt; 1');
    expect(written({ declaration: null, prolog: [], root: WrittenElement.read(made, range), epilog: [] })).to.equal(
      source.toString(),
    );
    const around = serialiseElement({ ...plain, children: [WrittenElement.read(made, range)] });
    expect(around?.source.toString()).to.equal(`<b>${source.toString()}</b>`);
    expect(around?.source.toString('utf8', around.inside, around.outside)).to.equal(source.toString());
    expect(serialiseElement(plain)).to.equal(null);
  });
});

const plain: XmlElement = {
  kind: 'element',
  name: 'b',
  prefix: '',
  namespace: '',
  attributes: [],
  namespaces: [],
  children: [],
};

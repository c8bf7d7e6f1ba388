import { expect } from 'chai';
import { parseLazily } from '../../../formats/xml/parse-lazily.js';
import { parseXml } from '../../../formats/xml/parse.js';
import { unparsedContent } from '../../../formats/xml/lazy-element.js';
import { serialiseXml } from '../../../formats/xml/serialise.js';
import { childNamed, forEachElement, textOf } from '../../../formats/xml/navigate.js';
import type { XmlElement } from '../../../formats/xml/tree.js';

const read = (text: string) => parseLazily(Buffer.from(text), 'm:data');
const written = (document: Parameters<typeof serialiseXml>[0]): string => serialiseXml(document).toString();

/** The texts inside lazy elements. */
const unparsedIn = (root: XmlElement): string[] => {
  const texts: string[] = [];
  const look = (element: XmlElement): void => {
    const inside = unparsedContent(element);
    if (inside !== null) texts.push(Buffer.from(inside).toString());
    else for (const child of element.children) if (child.kind === 'element') look(child);
  };
  look(root);
  return texts;
};

const TWO = '<m:r xmlns:m="urn:m" xmlns="urn:d"><m:data><a>é &amp; 1</a></m:data><m:data>2</m:data><m:data/></m:r>';

describe('a document whose content stays unparsed', () => {
  it('is read without what stands inside the elements named, and written as it was', () => {
    const document = read(TWO);
    expect(unparsedIn(document.root)).to.deep.equal(['<a>é &amp; 1</a>', '2']);
    expect(written(document)).to.equal(TWO);
    expect(unparsedIn(document.root)).to.have.lengthOf(2);
  });

  it('is the same tree as one that was read whole', () => {
    const all = (root: XmlElement): unknown[] => {
      const seen: unknown[] = [];
      forEachElement(root, ({ name, prefix, namespace, attributes, namespaces, children }) =>
        seen.push({
          name,
          prefix,
          namespace,
          attributes,
          namespaces,
          texts: children.filter(({ kind }) => kind === 'text'),
        }),
      );
      return seen;
    };
    expect(all(read(TWO).root)).to.deep.equal(all(parseXml(Buffer.from(TWO)).root));
  });

  it('is read further where somebody looks, under the namespaces that hold there', () => {
    const text =
      '<m:r xmlns:m="urn:m" xmlns:p="urn:1"><m:s xmlns:p="urn:2&amp;"><m:data><p:a/></m:data></m:s><m:data><p:a/></m:data></m:r>';
    const { root } = read(text);
    const [inner, outer] = [childNamed(root, 'urn:m', 's'), root].map(
      (parent) => parent && childNamed(parent, 'urn:m', 'data'),
    );
    expect(inner?.children).to.have.lengthOf(1);
    expect(inner && childNamed(inner, 'urn:2&', 'a')).not.to.equal(undefined);
    expect(outer && unparsedContent(outer)).not.to.equal(null);
    expect(outer && childNamed(outer, 'urn:1', 'a')).not.to.equal(undefined);
  });

  it('takes changes inside as any other', () => {
    const document = read(TWO);
    const [data] = document.root.children as [XmlElement];
    (data.children[0] as XmlElement).children = [{ kind: 'text', text: 'new' }];
    expect(written(document)).to.equal(TWO.replace('é &amp; 1', 'new'));
    data.children = [];
    expect(written(document)).to.equal(TWO.replace('<m:data><a>é &amp; 1</a></m:data>', '<m:data/>'));
  });

  it('leaves unparsed what has attributes, and of nested elements the innermost', () => {
    const nested =
      '<m:r xmlns:m="urn:m"><m:data><m:data a="1"><b/></m:data>0</m:data><m:data xmlns:p="urn:p">0<p:c/></m:data>' +
      '<m:data a="&gt;"/><m:datas>0</m:datas></m:r>';
    const document = read(nested);
    expect(unparsedIn(document.root)).to.deep.equal(['<b/>', '0<p:c/>']);
    expect(written(document)).to.equal(nested);
    expect(textOf(document.root)).to.equal('000');
    expect(written(document)).to.equal(nested);
  });

  it('is cut at tags alone, however they are written', () => {
    const read = (inside: string): string[] =>
      unparsedIn(parseLazily(Buffer.from(`<m:r xmlns:m="urn:m">${inside}</m:r>`), 'm:data').root);
    expect(read(`<m:data\n a = 'x>"' ><b/></m:data>`)).to.deep.equal([]);
    expect(read(`<m:data\n\ta = 'x"' ><b/></m:data\n>`)).to.deep.equal(['<b/>']);
    expect(read('<m:data><b/></m:data><m:data/>5<m:data-b>6</m:data-b>')).to.deep.equal(['<b/>']);
    expect(read(`<m:data a='>'>0</m:data><m:data>1</m:data>`)).to.deep.equal(['1']);
  });

  it('is read whole where a comment, a CDATA section or an instruction may hide tags', () => {
    for (const hidden of ['<!--<m:data>-->', '<![CDATA[<m:data>]]>', '<?p <m:data>?>']) {
      const text = `<m:r xmlns:m="urn:m">${hidden}<m:data>1</m:data></m:r>`;
      const document = read(text);
      expect(unparsedIn(document.root)).to.deep.equal([]);
      expect(written(document)).to.equal(text);
    }
  });

  it('is laid out on lines inside as well', () => {
    const laidOut = serialiseXml(read('<m:r xmlns:m="urn:m"><m:data><a><b/></a></m:data></m:r>'), { indent: true });
    expect(laidOut.toString()).to.include('\n    <a>\n      <b/>');
  });
});

import { expect } from 'chai';
import { parseInParts } from '../../../formats/xml/parse-in-parts.js';
import { parseXml } from '../../../formats/xml/parse.js';
import { serialiseXml } from '../../../formats/xml/serialise.js';
import { writeSharedPieces } from '../../../formats/xml/shared-pieces.js';
import type { XmlDocument, XmlElement } from '../../../formats/xml/tree.js';
import { WrittenElement } from '../../../formats/xml/written-element.js';

/** A list in folders of ten, of elements that keep their bytes. */
const listOf = (count: number): XmlDocument => {
  const item = (index: number): string => `<i n="${index}">é ${index}</i>`;
  const folder = (from: number): string =>
    `<f n="${from}">${Array.from({ length: 10 }, (_, index) => item(from + index)).join('')}</f>`;
  const text = `<l>${Array.from({ length: count / 10 }, (_, index) => folder(index * 10)).join('')}</l>`;
  const document = parseInParts(Buffer.from(text), {
    whole: ['i'],
    unread: [],
    take: ({ element, range }) => WrittenElement.read(element, range),
  });
  if (document === null) throw new Error('the list has no elements');
  return document;
};

const foldersOf = ({ root }: XmlDocument): XmlElement[] => root.children as XmlElement[];
const added = (text: string): XmlElement => parseXml(Buffer.from(text)).root;
const isShared = ({ buffer }: Buffer): boolean => buffer instanceof SharedArrayBuffer;
/** The one memory that all shared pieces lie in. */
const memoryOf = (pieces: readonly Buffer[]): ArrayBufferLike => {
  const [memory, ...others] = new Set(pieces.filter(isShared).map(({ buffer }) => buffer));
  if (memory === undefined || others.length > 0) throw new Error('the pieces do not lie in one memory');
  return memory;
};

describe('a document written in pieces that threads share', () => {
  const written = (document: XmlDocument): readonly Buffer[] => {
    const pieces = writeSharedPieces(document);
    expect(Buffer.concat(pieces).toString()).to.equal(serialiseXml(document).toString());
    return pieces;
  };

  it('is one piece at first', () => {
    expect(written(listOf(1_000)).map(isShared)).to.deep.equal([true]);
  });

  it('is written again in the same memory, but for what is new', () => {
    const document = listOf(1_000);
    const memory = memoryOf(written(document));
    foldersOf(document)[50]?.children.push(added('<new/>'));
    const pieces = written(document);
    expect(pieces.filter((piece) => !isShared(piece)).map(String)).to.deep.equal([
      '<l><f n="0">',
      '<new/></f><f n="510">',
    ]);
    expect(memoryOf(pieces)).to.equal(memory);
  });

  it('copies nothing for what was taken out', () => {
    const document = listOf(1_000);
    const memory = memoryOf(written(document));
    foldersOf(document)[50]?.children.splice(3, 1);
    const pieces = written(document);
    expect(pieces.filter((piece) => !isShared(piece)).map(String)).to.deep.equal(['<l><f n="0">']);
    expect(memoryOf(pieces)).to.equal(memory);
  });

  const changes: readonly [string, (document: XmlDocument) => void][] = [
    ['there would be very many', (document) => foldersOf(document).forEach(({ children }) => children.splice(3, 1))],
    ['much is new', (document) => document.root.children.push(added(`<new>${'new '.repeat(10_000)}</new>`))],
    ['most of the memory lies idle', (document) => document.root.children.splice(100, 300)],
  ];
  for (const [when, change] of changes)
    it(`is one piece again where ${when}`, () => {
      const document = listOf(4_000);
      const memory = memoryOf(written(document));
      change(document);
      const pieces = written(document);
      expect(pieces.map(isShared)).to.deep.equal([true]);
      expect(memoryOf(pieces)).not.to.equal(memory);
      foldersOf(document)[20]?.children.push(added('<new/>'));
      expect(memoryOf(written(document))).to.equal(memoryOf(pieces));
    });

  it('never changes bytes that it gave away', () => {
    const document = listOf(1_000);
    const before = written(document);
    const text = Buffer.concat(before).toString();
    for (const folder of foldersOf(document)) folder.children.splice(0, 5);
    written(document);
    expect(Buffer.concat(before).toString()).to.equal(text);
  });
});

import { checked, escapeAttribute, escapeText, isXmlName } from './characters.js';
import { XmlFault } from './fault.js';
import type { XmlDeclaration, XmlDocument, XmlElement, XmlNode } from './tree.js';
import { WrittenElement, type WrittenRange } from './written-element.js';

export interface SerialiseOptions {
  /** Puts elements on lines of their own. Only white space between elements changes. */
  readonly indent?: boolean;
}

/**
 * Writes a document as UTF-8 so that reading it back gives the same tree. Throws XmlFault `xml-unwritable` where the
 * tree has what XML forbids: control characters, a comment with `--` in it, a name with a space.
 */
export const serialiseXml = (document: XmlDocument, { indent = false }: SerialiseOptions = {}): Buffer => {
  const writer = newWriter();
  writeDocument(writer, document, indent);
  return takeAll(writer);
};

/** A document that was written without copying what its elements kept. */
export interface SerialisedPieces {
  /** What the document consists of, in this order: bytes that elements kept, and new ones between them. */
  readonly pieces: readonly Buffer[];
  /** The elements that were copied, with the distance of their place in the document from the one in their source. */
  readonly copied: readonly { readonly element: WrittenElement; readonly shift: number }[];
}

/** As `serialiseXml`, in pieces. Throws XmlFault `xml-unwritable`. */
export const serialisePieces = (document: XmlDocument): SerialisedPieces => {
  const writer = newWriter();
  writeDocument(writer, document, false);
  flush(writer);
  return { pieces: writer.chunks, copied: writer.elements };
};

const writeDocument = (writer: Writer, document: XmlDocument, indent: boolean): void => {
  const separator = indent ? '\n' : '';
  if (document.declaration !== null) writer.out += declarationText(document.declaration) + separator;
  for (const node of [...document.prolog, document.root, ...document.epilog]) {
    writeNode(writer, node, indent ? 0 : null);
    writer.out += separator;
  }
};

/**
 * Writes an element as it stands in a document that declares its namespaces; null where it has no content. Throws
 * XmlFault `xml-unwritable`.
 */
export const serialiseElement = (element: XmlElement): WrittenRange | null => {
  if (element.children.length === 0) return null;
  const writer = newWriter();
  const name = writeOpening(writer, element);
  const [start, end] = [`${writer.out}>`, `</${name}>`];
  writer.out = '';
  for (const child of element.children) writeNode(writer, child, null);
  const isShort = writer.copied === null && writer.chunks.length === 0;
  const source = isShort
    ? Buffer.from(start + writer.out + end)
    : Buffer.concat([Buffer.from(start), takeAll(writer), Buffer.from(end)]);
  const to = source.length;
  return { source, from: 0, inside: Buffer.byteLength(start), outside: to - Buffer.byteLength(end), to };
};

interface Writer {
  /** Text that is not in `chunks` yet. Kept short, since a very long concatenated string is slow. */
  out: string;
  readonly chunks: Buffer[];
  /** The length of all of `chunks`. */
  size: number;
  /** Bytes that are not in `chunks` yet: what follows them in their source may come next. `out` is after them. */
  copied: { readonly source: Buffer; readonly from: number; to: number } | null;
  /** The elements of which bytes were copied. */
  readonly elements: { readonly element: WrittenElement; readonly shift: number }[];
  /** Names already checked, by prefix and local name. */
  readonly names: Map<string, Map<string, string>>;
}

const newWriter = (): Writer => ({ out: '', chunks: [], size: 0, copied: null, elements: [], names: new Map() });

const CHUNK = 16_384;

const flush = (writer: Writer): void => {
  flushText(writer);
  flushCopied(writer);
};

/** Text that the source of the copied bytes has behind them is copied as well: a start tag, say, that did not change. */
const flushText = (writer: Writer): void => {
  if (writer.out === '') return;
  const text = Buffer.from(writer.out, 'utf8');
  writer.out = '';
  const { copied } = writer;
  if (copied !== null && text.equals(copied.source.subarray(copied.to, copied.to + text.length))) {
    copied.to += text.length;
    return;
  }
  flushCopied(writer);
  add(writer, text);
};

const flushCopied = (writer: Writer): void => {
  if (writer.copied !== null) add(writer, writer.copied.source.subarray(writer.copied.from, writer.copied.to));
  writer.copied = null;
};

const add = (writer: Writer, chunk: Buffer): void => {
  writer.chunks.push(chunk);
  writer.size += chunk.length;
};

const takeAll = (writer: Writer): Buffer => {
  flush(writer);
  return Buffer.concat(writer.chunks);
};

/**
 * Copies bytes of an element that were serialised here, or read and checked. Those that follow one another are copied at
 * once.
 */
const copy = (writer: Writer, element: WrittenElement, source: Buffer, from: number, to: number): void => {
  flushText(writer);
  let { copied } = writer;
  if (copied?.source === source && copied.to === from) copied.to = to;
  else {
    flushCopied(writer);
    copied = { source, from, to };
    writer.copied = copied;
  }
  writer.elements.push({ element, shift: writer.size - copied.from });
};

const declarationText = ({ version, standalone }: XmlDeclaration): string => {
  const alone = standalone === null ? '' : ` standalone="${standalone ? 'yes' : 'no'}"`;
  return `<?xml version="${version}" encoding="UTF-8"${alone}?>`;
};

/** `level` is the indentation of the content; null where white space must not change. */
const writeNode = (writer: Writer, node: XmlNode, level: number | null): void => {
  switch (node.kind) {
    case 'element':
      writeElement(writer, node, level);
      return;
    case 'text':
      writer.out += escapeText(node.text);
      return;
    case 'cdata':
      // The end mark inside a section is split between two.
      writer.out += `<![CDATA[${checked(node.text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
      return;
    case 'comment':
      if (/--|-$/.test(node.text)) throw unwritable(`a comment holds '--'`);
      writer.out += `<!--${checked(node.text)}-->`;
      return;
    case 'instruction':
      if (node.text.includes('?>')) throw unwritable(`a processing instruction holds '?>'`);
      writer.out += `<?${nameText(writer, '', node.target)}${node.text === '' ? '' : ' '}${checked(node.text)}?>`;
      return;
  }
};

const writeElement = (writer: Writer, element: XmlElement, level: number | null): void => {
  if (level === null && element instanceof WrittenElement && element.writtenContent !== null) {
    writeWritten(writer, element, element.writtenContent);
    return;
  }
  const name = writeOpening(writer, element);
  if (element.children.length === 0) {
    writer.out += '/>';
    return;
  }
  writer.out += '>';
  if (level !== null && isLaidOut(element)) writeLines(writer, element, level + 1);
  else for (const child of element.children) writeNode(writer, child, null);
  writer.out += `</${name}>`;
};

/** Copies what was not changed: the whole element, or its content. */
const writeWritten = (writer: Writer, element: WrittenElement, { source, ...range }: WrittenRange): void => {
  if (element.written !== null) {
    copy(writer, element, source, range.from, range.to);
    return;
  }
  const name = writeOpening(writer, element);
  writer.out += '>';
  copy(writer, element, source, range.inside, range.outside);
  writer.out += `</${name}>`;
};

/** Writes a start tag without its end, and gives the name in it. */
const writeOpening = (writer: Writer, element: XmlElement): string => {
  if (writer.out.length > CHUNK) flushText(writer);
  const name = nameText(writer, element.prefix, element.name);
  writer.out += `<${name}`;
  for (const { prefix, uri } of element.namespaces) {
    const declared = prefix === '' ? 'xmlns' : nameText(writer, 'xmlns', prefix);
    writer.out += ` ${declared}="${escapeAttribute(uri)}"`;
  }
  for (const attribute of element.attributes)
    writer.out += ` ${nameText(writer, attribute.prefix, attribute.name)}="${escapeAttribute(attribute.value)}"`;
  return name;
};

const writeLines = (writer: Writer, element: XmlElement, level: number): void => {
  for (const child of element.children) {
    if (child.kind === 'text') continue;
    writer.out += `\n${'  '.repeat(level)}`;
    writeNode(writer, child, level);
  }
  writer.out += `\n${'  '.repeat(level - 1)}`;
};

/** Whether white space inside an element only separates its children. */
const isLaidOut = (element: XmlElement): boolean => {
  if (
    element.attributes.some(({ prefix, name, value }) => prefix === 'xml' && name === 'space' && value === 'preserve')
  )
    return false;
  return (
    element.children.some((child) => child.kind === 'element') &&
    element.children.every((child) => (child.kind === 'text' ? child.text.trim() === '' : child.kind !== 'cdata'))
  );
};

const nameText = (writer: Writer, prefix: string, name: string): string => {
  const text = writer.names.get(prefix)?.get(name);
  return text ?? newName(writer, prefix, name);
};

const newName = (writer: Writer, prefix: string, name: string): string => {
  const text = prefix === '' ? name : `${prefix}:${name}`;
  if (!isXmlName(name) || (prefix !== '' && !isXmlName(prefix))) throw unwritable(`'${text}' is not a name`);
  const known = writer.names.get(prefix) ?? new Map<string, string>();
  writer.names.set(prefix, known.set(name, text));
  return text;
};

const unwritable = (why: string): XmlFault => new XmlFault('xml-unwritable', `The document cannot be written: ${why}.`);

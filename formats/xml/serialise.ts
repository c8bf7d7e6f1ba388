import { checked, escapeAttribute, escapeText, isXmlName } from './characters.js';
import { XmlFault } from './fault.js';
import { unparsedContent } from './lazy-element.js';
import type { XmlDeclaration, XmlDocument, XmlElement, XmlNode } from './tree.js';

export interface SerialiseOptions {
  /** Puts elements on lines of their own. Only white space between elements changes. */
  readonly indent?: boolean;
}

/**
 * Writes a document as UTF-8 so that reading it back gives the same tree. Throws XmlFault `xml-unwritable` where the
 * tree has what XML forbids: control characters, a comment with `--` in it, a name with a space.
 */
export const serialiseXml = (document: XmlDocument, { indent = false }: SerialiseOptions = {}): Buffer => {
  const writer: Writer = { out: '', chunks: [], names: new Map() };
  const separator = indent ? '\n' : '';
  if (document.declaration !== null) writer.out += declarationText(document.declaration) + separator;
  for (const node of [...document.prolog, document.root, ...document.epilog]) {
    writeNode(writer, node, indent ? 0 : null);
    writer.out += separator;
  }
  flush(writer);
  return Buffer.concat(writer.chunks);
};

/** The content of an element as UTF-8. Throws XmlFault `xml-unwritable`. */
export const serialiseInside = (element: XmlElement): Buffer => {
  const writer: Writer = { out: '', chunks: [], names: new Map() };
  for (const child of element.children) writeNode(writer, child, null);
  if (writer.chunks.length === 0) return Buffer.from(writer.out, 'utf8');
  flush(writer);
  return Buffer.concat(writer.chunks);
};

interface Writer {
  /** Text that is not in `chunks` yet. Kept short, since a very long concatenated string is slow. */
  out: string;
  readonly chunks: Uint8Array[];
  /** Names already checked, by prefix and local name. */
  readonly names: Map<string, Map<string, string>>;
}

const CHUNK = 16_384;

const flush = (writer: Writer): void => {
  writer.chunks.push(Buffer.from(writer.out, 'utf8'));
  writer.out = '';
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
  const name = nameText(writer, element.prefix, element.name);
  if (writer.out.length > CHUNK) flush(writer);
  writer.out += `<${name}`;
  for (const { prefix, uri } of element.namespaces) {
    const declared = prefix === '' ? 'xmlns' : nameText(writer, 'xmlns', prefix);
    writer.out += ` ${declared}="${escapeAttribute(uri)}"`;
  }
  for (const attribute of element.attributes)
    writer.out += ` ${nameText(writer, attribute.prefix, attribute.name)}="${escapeAttribute(attribute.value)}"`;
  const unparsed = level === null ? unparsedContent(element) : null;
  if (unparsed !== null) {
    writeUnparsed(writer, unparsed, name);
    return;
  }
  if (element.children.length === 0) {
    writer.out += '/>';
    return;
  }
  writer.out += '>';
  if (level !== null && isLaidOut(element)) writeLines(writer, element, level + 1);
  else for (const child of element.children) writeNode(writer, child, null);
  writer.out += `</${name}>`;
};

/** Writes unparsed bytes verbatim: they were serialised here, or read and checked. */
const writeUnparsed = (writer: Writer, inside: Uint8Array, name: string): void => {
  writer.out += '>';
  flush(writer);
  writer.chunks.push(inside);
  writer.out += `</${name}>`;
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

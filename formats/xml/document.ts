import {
  error as reported,
  xmlCtxtSetErrorHandler,
  xmlDocGetRootElement,
  xmlFreeDoc,
  xmlFreeNode,
  xmlFreeParserCtxt,
  xmlGetIntSubset,
  xmlNewParserCtxt,
  XmlNodeStruct,
  XmlNsStruct,
  xmlReadMemory,
} from 'libxml2-wasm/lib/libxml2.mjs';
import { ParseOption } from 'libxml2-wasm';
import type { XmlDeclaration } from './decode.js';
import type { GuardedText } from './guard.js';
import { dtdRefused, engineIsFull, syntaxFault, tooDeep } from './syntax-fault.js';
import { XmlLeaf } from './leaf.js';
import { kindAt } from './node-types.js';
import type { XmlNamespace } from './attributes.js';
import { XmlElement, type NodeOwner, type XmlNode } from './tree.js';

/**
 * A document of libxml2. It lies in the memory of WebAssembly, which nothing collects: whoever opens it closes it, also
 * where something is thrown. It is lossless but for its encoding; output is UTF-8.
 */
export class XmlDocument implements NodeOwner {
  static #open = 0;
  readonly loose = new Set<number>();
  /** Null where the document had none. */
  readonly declaration: XmlDeclaration | null;
  #address: number;
  readonly #namespaces = new Map<number, XmlNamespace>([[0, { prefix: '', uri: '' }]]);

  constructor(address: number, declaration: XmlDeclaration | null) {
    this.#address = address;
    this.declaration = declaration;
    XmlDocument.#open += 1;
  }

  /** How many documents of this thread are open. */
  static get open(): number {
    return XmlDocument.#open;
  }

  /** 0 where it is closed. */
  get address(): number {
    return this.#address;
  }

  get root(): XmlElement {
    return new XmlElement(this, xmlDocGetRootElement(this.#address));
  }

  /** The root element, and the comments and processing instructions before and after it. */
  get nodes(): readonly XmlNode[] {
    const nodes: XmlNode[] = [];
    for (let each = XmlNodeStruct.children(this.#address); each !== 0; each = XmlNodeStruct.next(each))
      nodes.push(this.nodeAt(each));
    return nodes;
  }

  /** Frees its memory. None of its nodes can be used any more. */
  close(): void {
    if (this.#address === 0) return;
    for (const each of this.loose) xmlFreeNode(each);
    xmlFreeDoc(this.#address);
    this.#address = 0;
    XmlDocument.#open -= 1;
  }

  nodeAt(address: number): XmlNode {
    return kindAt(address) === 'element' ? new XmlElement(this, address) : new XmlLeaf(this, address);
  }

  namespaceAt(address: number): XmlNamespace {
    let namespace = this.#namespaces.get(address);
    if (namespace === undefined) {
      namespace = { prefix: XmlNsStruct.prefix(address), uri: XmlNsStruct.href(address) };
      this.#namespaces.set(address, namespace);
    }
    return namespace;
  }
}

const SAFE =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_COMPACT |
  ParseOption.XML_PARSE_IGNORE_ENC; // the guard has decoded the text already

/**
 * Opens guarded text. Opens no file or connection, and expands no entity. Throws XmlFault `xml-not-well-formed`,
 * `xml-too-deep` (256 is the engine's limit), `xml-too-large` (a text or value of more than ten million bytes) or
 * `xml-dtd-refused`.
 */
export const openDocument = ({ utf8, declaration }: GuardedText, maxDepth: number): XmlDocument => {
  const document = new XmlDocument(parsed(utf8), declaration);
  try {
    if (xmlGetIntSubset(document.address) !== 0) throw dtdRefused();
    if (maxDepth < ENGINE_DEPTH) requireDepth(document.root, maxDepth);
    return document;
  } catch (error) {
    document.close();
    throw error;
  }
};

const ENGINE_DEPTH = 256;

const parsed = (utf8: Uint8Array): number => {
  const parser = xmlNewParserCtxt();
  if (parser === 0) throw engineIsFull();
  const key = reported.storage.allocate([]);
  try {
    xmlCtxtSetErrorHandler(parser, reported.errorCollector, key);
    const address = xmlReadMemory(parser, utf8, null, null, SAFE);
    const fault = reported.storage.get(key).find(({ level }) => level > WARNING);
    if (fault === undefined && address !== 0) return address;
    if (address !== 0) xmlFreeDoc(address);
    throw fault === undefined || isSilent(fault) ? engineIsFull() : syntaxFault(fault.message, fault.line);
  } finally {
    reported.storage.free(key);
    xmlFreeParserCtxt(parser);
  }
};

const WARNING = 1;

/** For the lack of memory libxml2 has no words: they would take some. */
const isSilent = ({ message }: { readonly message: string }): boolean => message.trim() === '';

const requireDepth = (element: XmlElement, maxDepth: number, depth = 1): void => {
  if (depth > maxDepth) throw tooDeep(maxDepth);
  for (const child of element.elements()) requireDepth(child, maxDepth, depth + 1);
};

import {
  xmlAddChild,
  xmlAddNextSibling,
  xmlAddPrevSibling,
  xmlNewDocNode,
  xmlNewDocText,
  xmlNewNs,
  xmlNodeGetContent,
  XmlNodeStruct,
  XmlNsStruct,
  xmlRemoveProp,
  xmlSetNsProp,
  xmlUnlinkNode,
} from 'libxml2-wasm/lib/libxml2.mjs';
import { checked, isXmlName } from './characters.js';
import { unwritable } from './fault.js';
import { kindAt } from './node-types.js';
import { listAt, made } from './addresses.js';
import type { NewAttribute, XmlAttribute, XmlNamespace } from './attributes.js';
import { AddressedNode, type XmlLeaf } from './leaf.js';
import { addressesAt, type NodePath } from './xpath.js';

/* The nodes of libxml2's own document, which is the only tree (docs/adr/0070). The address 0 is none. */

export type XmlNode = XmlElement | XmlLeaf;

/** The document that nodes belong to. */
export interface NodeOwner {
  readonly address: number;
  /** Nodes that stand nowhere. They are freed with the document. */
  readonly loose: Set<number>;
  nodeAt(address: number): XmlNode;
  /** Of an element, an attribute or a declaration, from the address of its namespace; empty at 0. */
  namespaceAt(address: number): XmlNamespace;
}

/** An element. Two objects may stand for the same one: `isSame` and `address` tell, `===` does not. */
export class XmlElement extends AddressedNode<NodeOwner> {
  get kind(): 'element' {
    return 'element';
  }

  isSame({ address }: XmlElement): boolean {
    return address === this.address;
  }

  /** The local name. */
  get name(): string {
    return XmlNodeStruct.name_(this.address);
  }

  /** Empty for none. */
  get prefix(): string {
    return this.owner.namespaceAt(XmlNodeStruct.namespace(this.address)).prefix;
  }

  /** The namespace's URI; empty for none. */
  get namespace(): string {
    return this.owner.namespaceAt(XmlNodeStruct.namespace(this.address)).uri;
  }

  /** The element around this one; null for the root, and for one that stands nowhere. */
  get parent(): XmlElement | null {
    const parent = XmlNodeStruct.parent(this.address);
    if (parent === 0 || kindAt(parent) !== 'element') return null;
    return new XmlElement(this.owner, parent);
  }

  /** In document order. */
  get attributes(): readonly XmlAttribute[] {
    return listAt(XmlNodeStruct.properties(this.address), XmlNodeStruct.next).map((attribute) => {
      const { prefix, uri } = this.owner.namespaceAt(XmlNodeStruct.namespace(attribute));
      return { name: XmlNodeStruct.name_(attribute), prefix, namespace: uri, value: xmlNodeGetContent(attribute) };
    });
  }

  /** The namespaces declared on this element. */
  get namespaces(): readonly XmlNamespace[] {
    return listAt(XmlNodeStruct.nsDef(this.address), XmlNsStruct.next).map((each) => this.owner.namespaceAt(each));
  }

  get children(): readonly XmlNode[] {
    return listAt(XmlNodeStruct.children(this.address), XmlNodeStruct.next).map((each) => this.owner.nodeAt(each));
  }

  /** Takes out the nodes that are not in the list, and brings those that are into its order, from wherever they stand. */
  set children(nodes: readonly XmlNode[]) {
    const wanted = new Set(nodes.map(({ address }) => address));
    for (const each of listAt(XmlNodeStruct.children(this.address), XmlNodeStruct.next))
      if (!wanted.has(each)) this.#takeOut(each);
    let next = XmlNodeStruct.children(this.address);
    for (const each of wanted) {
      if (each === next) next = XmlNodeStruct.next(each);
      else if (next === 0) this.#place(each, xmlAddChild(this.address, each));
      else this.#place(each, xmlAddPrevSibling(next, each));
    }
  }

  /** The child elements, or those of one name. */
  elements(namespace?: string, name?: string): XmlElement[] {
    const found: XmlElement[] = [];
    for (let each = XmlNodeStruct.children(this.address); each !== 0; each = XmlNodeStruct.next(each))
      if (this.#isElement(each, namespace, name)) found.push(new XmlElement(this.owner, each));
    return found;
  }

  /** The first child element, or the first of one name; undefined when there is none. */
  element(namespace?: string, name?: string): XmlElement | undefined {
    for (let each = XmlNodeStruct.children(this.address); each !== 0; each = XmlNodeStruct.next(each))
      if (this.#isElement(each, namespace, name)) return new XmlElement(this.owner, each);
    return undefined;
  }

  /** All text inside, without comments. */
  get text(): string {
    return xmlNodeGetContent(this.address);
  }

  /** The children from the last to the first. */
  *backwards(): Generator<XmlNode> {
    for (let each = XmlNodeStruct.last(this.address); each !== 0; each = XmlNodeStruct.prev(each))
      yield this.owner.nodeAt(each);
  }

  /** The value of an attribute; null where the element does not have it. */
  attribute(name: string, namespace = ''): string | null {
    const found = this.#attributeAt(name, namespace);
    return found === 0 ? null : xmlNodeGetContent(found);
  }

  /** The first element that an expression finds from here. Throws XmlFault `xml-too-large`. */
  find(path: NodePath): XmlElement | undefined {
    const [found] = addressesAt(this.address, path);
    return found === undefined ? undefined : new XmlElement(this.owner, found);
  }

  /** Calls for each attribute that an expression finds from here, in document order. Throws XmlFault `xml-too-large`. */
  forEachAttribute(path: NodePath, visit: (element: XmlElement, value: string) => void): void {
    for (const each of addressesAt(this.address, path))
      visit(new XmlElement(this.owner, XmlNodeStruct.parent(each)), xmlNodeGetContent(each));
  }

  /** Replaces an attribute's value where it stands, or adds one in no namespace at the end. */
  setAttribute(name: string, value: string, namespace = ''): void {
    const found = this.#attributeAt(name, namespace);
    const of = found === 0 ? 0 : XmlNodeStruct.namespace(found);
    made(xmlSetNsProp(this.address, of, name, checked(value)));
  }

  /** Removes an attribute in no namespace, where there is one. */
  removeAttribute(name: string): void {
    const found = this.#attributeAt(name, '');
    if (found !== 0) xmlRemoveProp(found);
  }

  declare({ prefix, uri }: XmlNamespace): void {
    made(xmlNewNs(this.address, uri, prefix));
  }

  /** Replaces the content with a text, unless it has that text already. */
  setText(text: string): void {
    if (this.text === text) return;
    this.children = [];
    this.#appendText(text);
  }

  /** Takes it out of where it stands. */
  remove(): void {
    this.#takeOut(this.address);
  }

  append(node: XmlNode): void {
    this.#place(node.address, xmlAddChild(this.address, node.address));
  }

  /** Puts nodes behind a child, or before all children. */
  insertAfter(child: XmlNode | null, nodes: readonly XmlNode[]): void {
    const first = child === null ? XmlNodeStruct.children(this.address) : 0;
    let before = child?.address ?? 0;
    for (const { address } of nodes) {
      if (before !== 0) this.#place(address, xmlAddNextSibling(before, address));
      else if (first !== 0) this.#place(address, xmlAddPrevSibling(first, address));
      else this.#place(address, xmlAddChild(this.address, address));
      before = address;
    }
  }

  /**
   * Makes an element that stands nowhere yet, under namespaces that are declared here; with the prefix null, one in no
   * namespace. Throws XmlFault `xml-unwritable`.
   */
  make(
    prefix: string | null,
    name: string,
    attributes: readonly NewAttribute[] = [],
    children: readonly (XmlElement | string)[] = [],
  ): XmlElement {
    if (!isXmlName(name)) throw unwritable(`'${name}' is not a name`);
    const of = prefix === null ? 0 : this.#declaredAt(prefix);
    const address = made(xmlNewDocNode(this.owner.address, of, name));
    this.owner.loose.add(address);
    for (const each of attributes) {
      const space = each.prefix === '' ? 0 : this.#declaredAt(each.prefix);
      made(xmlSetNsProp(address, space, each.name, checked(each.value)));
    }
    const element = new XmlElement(this.owner, address);
    for (const child of children)
      if (typeof child === 'string') element.#appendText(child);
      else element.append(child);
    return element;
  }

  #isElement(address: number, namespace: string | undefined, name: string | undefined): boolean {
    if (kindAt(address) !== 'element') return false;
    if (name !== undefined && XmlNodeStruct.name_(address) !== name) return false;
    return namespace === undefined || this.owner.namespaceAt(XmlNodeStruct.namespace(address)).uri === namespace;
  }

  #appendText(text: string): void {
    if (text !== '') made(xmlAddChild(this.address, made(xmlNewDocText(this.owner.address, checked(text)))));
  }

  #attributeAt(name: string, namespace: string): number {
    for (let each = XmlNodeStruct.properties(this.address); each !== 0; each = XmlNodeStruct.next(each)) {
      if (XmlNodeStruct.name_(each) !== name) continue;
      if (this.owner.namespaceAt(XmlNodeStruct.namespace(each)).uri === namespace) return each;
    }
    return 0;
  }

  #declaredAt(prefix: string): number {
    for (let each = XmlNodeStruct.nsDef(this.address); each !== 0; each = XmlNsStruct.next(each))
      if (this.owner.namespaceAt(each).prefix === prefix) return each;
    throw new Error(`the prefix '${prefix}' is not declared`);
  }

  #takeOut(address: number): void {
    xmlUnlinkNode(address);
    this.owner.loose.add(address);
  }

  #place(address: number, placed: number): void {
    made(placed);
    this.owner.loose.delete(address);
  }
}

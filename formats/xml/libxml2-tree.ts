import type { XmlNode as WasmNode } from 'libxml2-wasm';
import { contentOf, type XmlContent } from './engine.js';
import { openLibxml2Memory, type Libxml2Memory } from './libxml2-memory.js';
import { dtdRefused, tooDeep } from './syntax-fault.js';
import type { XmlAttribute, XmlElement, XmlNamespace, XmlNode } from './tree.js';

/*
 * Calling the engine for every name, value and sibling takes 6 to 8 seconds for half a million elements; reading its
 * memory takes 1. These are the word offsets of libxml2's public structures (tree.h) with the four-byte pointers of
 * WebAssembly.
 */
const NODE = { type: 1, name: 2, children: 3, parent: 5, next: 6, namespace: 9, content: 10 } as const;
const ELEMENT = { ...NODE, attributes: 11, declared: 12 } as const;
const NAMESPACE = { next: 0, uri: 2, prefix: 3 } as const;
const TYPE = { element: 1, text: 3, cdata: 4, instruction: 7, comment: 8, dtd: 14 } as const;

const NO_ATTRIBUTES: readonly XmlAttribute[] = Object.freeze([]);
const NO_NAMESPACES: readonly XmlNamespace[] = Object.freeze([]);

/** The memory that a document is copied from, with the attributes that were copied, by their short values. */
interface Copied extends Libxml2Memory {
  readonly attributes: Map<string, readonly XmlAttribute[]>;
}

/** Copies the document that `root` belongs to. Throws XmlFault `xml-too-deep`. */
export const copyDocument = (root: WasmNode, maxDepth: number): XmlContent => {
  const memory: Copied = { ...openLibxml2Memory(), attributes: new Map() };
  return contentOf(childrenAt(memory, memory.word(addressOf(root), NODE.parent), maxDepth, 0));
};

/** The address of a node, which the binding keeps in an undeclared field. */
const addressOf = (node: WasmNode): number => {
  const address = (node as unknown as { _nodePtr?: unknown })._nodePtr;
  if (typeof address !== 'number') throw new Error('libxml2-wasm no longer tells where its nodes lie');
  return address;
};

const childrenAt = (memory: Copied, parent: number, maxDepth: number, depth: number): XmlNode[] => {
  const children = listOf<XmlNode>(memory, memory.word(parent, NODE.children), NODE.next);
  let index = 0;
  for (let child = memory.word(parent, NODE.children); child !== 0; child = memory.word(child, NODE.next))
    children[index++] = nodeAt(memory, child, maxDepth, depth + 1);
  return children;
};

/** An array of the exact length: a growing one allocates sixteen places, and most elements have one child. */
const listOf = <T>(memory: Copied, first: number, next: number): T[] => {
  let length = 0;
  for (let pointer = first; pointer !== 0; pointer = memory.word(pointer, next)) length++;
  return new Array<T>(length);
};

const nodeAt = (memory: Copied, pointer: number, maxDepth: number, depth: number): XmlNode => {
  const type = memory.word(pointer, NODE.type);
  if (type === TYPE.element) return elementAt(memory, pointer, maxDepth, depth);
  const text = memory.text(memory.word(pointer, NODE.content));
  switch (type) {
    case TYPE.text:
      return { kind: 'text', text };
    case TYPE.cdata:
      return { kind: 'cdata', text };
    case TYPE.comment:
      return { kind: 'comment', text };
    case TYPE.instruction:
      return { kind: 'instruction', target: memory.name(memory.word(pointer, NODE.name)), text };
    case TYPE.dtd:
      throw dtdRefused();
    default:
      throw new Error(`libxml2 made a node of type ${type}, which a document without a DTD cannot hold`);
  }
};

const elementAt = (memory: Copied, pointer: number, maxDepth: number, depth: number): XmlElement => {
  if (depth > maxDepth) throw tooDeep(maxDepth);
  const namespace = memory.word(pointer, ELEMENT.namespace);
  return {
    kind: 'element',
    name: memory.name(memory.word(pointer, ELEMENT.name)),
    prefix: prefixAt(memory, namespace),
    namespace: uriAt(memory, namespace),
    attributes: attributesAt(memory, pointer),
    namespaces: namespacesAt(memory, pointer),
    children: childrenAt(memory, pointer, maxDepth, depth),
  };
};

const attributesAt = (memory: Copied, element: number): readonly XmlAttribute[] => {
  let pointer = memory.word(element, ELEMENT.attributes);
  if (pointer === 0) return NO_ATTRIBUTES;
  const attributes = listOf<XmlAttribute>(memory, pointer, NODE.next);
  for (let index = 0; pointer !== 0; pointer = memory.word(pointer, NODE.next)) {
    attributes[index++] = attributeAt(memory, pointer);
  }
  return attributes;
};

/** Longer values, such as IDs, differ from one another. */
const LONGEST_SHARED = 32;
/** More attributes of one value are not looked through. */
const MOST_OF_A_VALUE = 4;

/** One object for all attributes with the same name and short value, such as `TYPE="Item"`. */
const attributeAt = (memory: Copied, pointer: number): XmlAttribute => {
  const value = valueAt(memory, pointer);
  const of = memory.word(pointer, NODE.namespace);
  const name = memory.name(memory.word(pointer, NODE.name));
  const [prefix, namespace] = [prefixAt(memory, of), uriAt(memory, of)];
  if (value.length > LONGEST_SHARED) return { name, prefix, namespace, value };
  const known = memory.attributes.get(value) ?? [];
  const found = known.find((each) => each.name === name && each.prefix === prefix && each.namespace === namespace);
  if (found !== undefined) return found;
  const attribute = { name, prefix, namespace, value };
  if (known.length < MOST_OF_A_VALUE) memory.attributes.set(value, [...known, attribute]);
  return attribute;
};

/** A value is a list of text nodes; one, unless it has character references. */
const valueAt = (memory: Copied, attribute: number): string => {
  let value = '';
  for (let part = memory.word(attribute, NODE.children); part !== 0; part = memory.word(part, NODE.next))
    value += memory.text(memory.word(part, NODE.content));
  return value;
};

const namespacesAt = (memory: Copied, element: number): readonly XmlNamespace[] => {
  let pointer = memory.word(element, ELEMENT.declared);
  if (pointer === 0) return NO_NAMESPACES;
  const namespaces: XmlNamespace[] = [];
  for (; pointer !== 0; pointer = memory.word(pointer, NAMESPACE.next))
    namespaces.push({ prefix: prefixAt(memory, pointer), uri: uriAt(memory, pointer) });
  return namespaces;
};

const prefixAt = (memory: Copied, namespace: number): string =>
  namespace === 0 ? '' : memory.name(memory.word(namespace, NAMESPACE.prefix));

const uriAt = (memory: Copied, namespace: number): string =>
  namespace === 0 ? '' : memory.name(memory.word(namespace, NAMESPACE.uri));

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

/** Copies the document that `root` belongs to. Throws XmlFault `xml-too-deep`. */
export const copyDocument = (root: WasmNode, maxDepth: number): XmlContent => {
  const memory = openLibxml2Memory();
  return contentOf(childrenAt(memory, memory.word(addressOf(root), NODE.parent), maxDepth, 0));
};

/** The address of a node, which the binding keeps in an undeclared field. */
const addressOf = (node: WasmNode): number => {
  const address = (node as unknown as { _nodePtr?: unknown })._nodePtr;
  if (typeof address !== 'number') throw new Error('libxml2-wasm no longer tells where its nodes lie');
  return address;
};

const childrenAt = (memory: Libxml2Memory, parent: number, maxDepth: number, depth: number): XmlNode[] => {
  const children = listOf<XmlNode>(memory, memory.word(parent, NODE.children), NODE.next);
  let index = 0;
  for (let child = memory.word(parent, NODE.children); child !== 0; child = memory.word(child, NODE.next))
    children[index++] = nodeAt(memory, child, maxDepth, depth + 1);
  return children;
};

/** An array of the exact length: a growing one allocates sixteen places, and most elements have one child. */
const listOf = <T>(memory: Libxml2Memory, first: number, next: number): T[] => {
  let length = 0;
  for (let pointer = first; pointer !== 0; pointer = memory.word(pointer, next)) length++;
  return new Array<T>(length);
};

const nodeAt = (memory: Libxml2Memory, pointer: number, maxDepth: number, depth: number): XmlNode => {
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

const elementAt = (memory: Libxml2Memory, pointer: number, maxDepth: number, depth: number): XmlElement => {
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

const attributesAt = (memory: Libxml2Memory, element: number): readonly XmlAttribute[] => {
  let pointer = memory.word(element, ELEMENT.attributes);
  if (pointer === 0) return NO_ATTRIBUTES;
  const attributes = listOf<XmlAttribute>(memory, pointer, NODE.next);
  for (let index = 0; pointer !== 0; pointer = memory.word(pointer, NODE.next)) {
    const namespace = memory.word(pointer, NODE.namespace);
    attributes[index++] = {
      name: memory.name(memory.word(pointer, NODE.name)),
      prefix: prefixAt(memory, namespace),
      namespace: uriAt(memory, namespace),
      value: valueAt(memory, pointer),
    };
  }
  return attributes;
};

/** A value is a list of text nodes; one, unless it has character references. */
const valueAt = (memory: Libxml2Memory, attribute: number): string => {
  let value = '';
  for (let part = memory.word(attribute, NODE.children); part !== 0; part = memory.word(part, NODE.next))
    value += memory.text(memory.word(part, NODE.content));
  return value;
};

const namespacesAt = (memory: Libxml2Memory, element: number): readonly XmlNamespace[] => {
  let pointer = memory.word(element, ELEMENT.declared);
  if (pointer === 0) return NO_NAMESPACES;
  const namespaces: XmlNamespace[] = [];
  for (; pointer !== 0; pointer = memory.word(pointer, NAMESPACE.next))
    namespaces.push({ prefix: prefixAt(memory, pointer), uri: uriAt(memory, pointer) });
  return namespaces;
};

const prefixAt = (memory: Libxml2Memory, namespace: number): string =>
  namespace === 0 ? '' : memory.name(memory.word(namespace, NAMESPACE.prefix));

const uriAt = (memory: Libxml2Memory, namespace: number): string =>
  namespace === 0 ? '' : memory.name(memory.word(namespace, NAMESPACE.uri));

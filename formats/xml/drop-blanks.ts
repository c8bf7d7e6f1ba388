import { xmlNodeGetContent, XmlNodeStruct, xmlUnlinkNode } from 'libxml2-wasm/lib/libxml2.mjs';
import { kindAt } from './node-types.js';
import type { NodeOwner } from './tree.js';

/**
 * Removes the white space between elements inside elements of some namespaces, where it has no meaning; elements with
 * text of their own, and those of other namespaces, are not changed. Visits a document without an object for each node.
 */
export const dropBlanks = (owner: NodeOwner, element: number, namespaces: ReadonlySet<string>): void => {
  let holdsElements = false;
  const texts: number[] = [];
  let isContent = false;
  for (let each = XmlNodeStruct.children(element); each !== 0; each = XmlNodeStruct.next(each)) {
    const kind = kindAt(each);
    if (kind === 'text') texts.push(each);
    else if (kind === 'cdata') isContent = true;
    else if (kind === 'element') {
      holdsElements = true;
      dropBlanks(owner, each, namespaces);
    }
  }
  if (!holdsElements || isContent || texts.length === 0 || !isOf(owner, element, namespaces)) return;
  if (texts.some((text) => xmlNodeGetContent(text).trim() !== '')) return;
  for (const text of texts) {
    xmlUnlinkNode(text);
    owner.loose.add(text);
  }
};

const isOf = (owner: NodeOwner, element: number, namespaces: ReadonlySet<string>): boolean =>
  namespaces.has(owner.namespaceAt(XmlNodeStruct.namespace(element)).uri);

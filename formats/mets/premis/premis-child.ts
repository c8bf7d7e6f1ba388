import type { XmlElement } from '../../xml/tree.js';
import type { MakeElement } from '../elements/element-maker.js';
import { PREMIS } from '../elements/namespaces.js';
import { insertInOrder } from '../elements/ordered-insert.js';

/** The first PREMIS child of that name; added at its place in the sequence when there is none. */
export const premisChild = (
  make: MakeElement,
  parent: XmlElement,
  name: string,
  sequence: readonly string[],
): XmlElement => {
  const found = parent.element(PREMIS, name);
  if (found !== undefined) return found;
  const child = make(PREMIS, name);
  insertInOrder(parent, child, sequence);
  return child;
};

/** A PREMIS element with a text, which may be empty. */
export const premisLeaf = (make: MakeElement, name: string, text: string): XmlElement =>
  make(PREMIS, name, [], text === '' ? [] : [text]);

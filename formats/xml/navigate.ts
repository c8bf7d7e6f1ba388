import type { Readable } from './readable.js';
import type { XmlElement, XmlNode } from './tree.js';

export const isNamed = (node: XmlNode, namespace: string, name: string): node is XmlElement =>
  node.kind === 'element' && node.name === name && node.namespace === namespace;

/** Visits the element and all elements below it, in document order. */
export const forEachElement = <E extends Readable<E>>(element: E, visit: (element: E) => void): void => {
  visit(element);
  for (const child of element.elements()) forEachElement(child, visit);
};

/** The first element of that name in document order, the given one included. */
export const firstWithin = <E extends Readable<E>>(element: E, namespace: string, name: string): E | undefined => {
  if (element.name === name && element.namespace === namespace) return element;
  for (const child of element.elements()) {
    const found = firstWithin(child, namespace, name);
    if (found !== undefined) return found;
  }
  return undefined;
};

import type { XmlElement, XmlNode } from './tree.js';

/** The first child element of that name; undefined when there is none. */
export const childNamed = (parent: XmlElement, namespace: string, name: string): XmlElement | undefined =>
  parent.element(namespace, name);

export const childrenNamed = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  parent.elements(namespace, name);

export const isNamed = (node: XmlNode, namespace: string, name: string): node is XmlElement =>
  node.kind === 'element' && node.name === name && node.namespace === namespace;

/** Visits the element and all elements below it, in document order. */
export const forEachElement = (element: XmlElement, visit: (element: XmlElement) => void): void => {
  visit(element);
  for (const child of element.elements()) forEachElement(child, visit);
};

/** The first element of that name in document order, the given one included. */
export const firstWithin = (element: XmlElement, namespace: string, name: string): XmlElement | undefined => {
  if (element.name === name && element.namespace === namespace) return element;
  for (const child of element.elements()) {
    const found = firstWithin(child, namespace, name);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** An attribute's value; null when the element does not have it. */
export const attributeOf = (element: XmlElement, name: string, namespace = ''): string | null =>
  element.attribute(name, namespace);

/** All text inside, without comments. */
export const textOf = (element: XmlElement): string => element.text;

/** Replaces the element's content with a text, unless it has that text already. */
export const setText = (element: XmlElement, text: string): void => {
  if (element.text !== text) element.setText(text);
};

export const hasElements = (parent: XmlElement): boolean => parent.element() !== undefined;

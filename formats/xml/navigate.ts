import type { XmlAttribute, XmlElement, XmlNode } from './tree.js';

/** The first child element of that name; undefined when there is none. */
export const childNamed = (parent: XmlElement, namespace: string, name: string): XmlElement | undefined =>
  parent.children.find((child): child is XmlElement => isNamed(child, namespace, name));

export const childrenNamed = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  parent.children.filter((child): child is XmlElement => isNamed(child, namespace, name));

export const isNamed = (node: XmlNode, namespace: string, name: string): node is XmlElement =>
  node.kind === 'element' && node.name === name && node.namespace === namespace;

/** Visits the element and all elements below it, in document order. */
export const forEachElement = (element: XmlElement, visit: (element: XmlElement) => void): void => {
  visit(element);
  for (const child of element.children) if (child.kind === 'element') forEachElement(child, visit);
};

/** The first element of that name in document order, the given one included. */
export const firstWithin = (element: XmlElement, namespace: string, name: string): XmlElement | undefined => {
  if (element.name === name && element.namespace === namespace) return element;
  for (const child of element.children) {
    const found = child.kind === 'element' ? firstWithin(child, namespace, name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

/** An attribute's value; null when the element does not have it. */
export const attributeOf = (element: XmlElement, name: string, namespace = ''): string | null =>
  element.attributes.find((each) => each.name === name && each.namespace === namespace)?.value ?? null;

/** All text inside, without comments. */
export const textOf = (element: XmlElement): string => {
  let text = '';
  for (const child of element.children) {
    if (child.kind === 'element') text += textOf(child);
    else if (child.kind === 'text' || child.kind === 'cdata') text += child.text;
  }
  return text;
};

/** Replaces an attribute's value where it stands, or adds the attribute at the end. */
export const setAttribute = (element: XmlElement, attribute: XmlAttribute): void => {
  const same = (each: XmlAttribute): boolean => each.name === attribute.name && each.namespace === attribute.namespace;
  element.attributes = element.attributes.some(same)
    ? element.attributes.map((each) => (same(each) ? { ...each, value: attribute.value } : each))
    : [...element.attributes, attribute];
};

/** Replaces the element's content with a text, unless it has that text already. */
export const setText = (element: XmlElement, text: string): void => {
  if (textOf(element) === text) return;
  element.children = text === '' ? [] : [{ kind: 'text', text }];
};

/** Adds a node at the end, also where the list of nodes is frozen (`written-element.ts`). */
export const appendChild = (parent: XmlElement, child: XmlNode): void => {
  if (Object.isFrozen(parent.children)) parent.children = [...parent.children, child];
  else parent.children.push(child);
};

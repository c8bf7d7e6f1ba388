import { parseXml } from '../../../../formats/xml/parse.js';
import type { XmlElement, XmlNode } from '../../../../formats/xml/tree.js';

/** A tree that compares equal where two documents say the same: no white space between elements, no header date. */
export const canonical = (bytes: Uint8Array): XmlElement => stripped(parseXml(bytes).root);

const stripped = (element: XmlElement): XmlElement => ({
  ...element,
  attributes: element.attributes.filter(({ name }) => name !== 'LASTMODDATE'),
  children: element.children
    .filter((child) => !isBlank(child))
    .map((child) => (child.kind === 'element' ? stripped(child) : child)),
});

const isBlank = (node: XmlNode): boolean => node.kind === 'text' && node.text.trim() === '';

/** Every element below, in document order. */
export const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => (child.kind === 'element' ? [child, ...elementsOf(child)] : []));

/** Every value of an attribute, in document order. */
export const valuesOf = (bytes: Uint8Array, attribute: string): string[] =>
  elementsOf(parseXml(bytes).root).flatMap(({ attributes }) =>
    attributes.filter(({ name }) => name === attribute).map(({ value }) => value),
  );

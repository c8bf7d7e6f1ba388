import { readXml } from '../../../../formats/xml/parse.js';
import { plainElement, type PlainElement, type PlainNode } from '../../xml/plain.js';

/** A tree that compares equal where two documents say the same: no white space between elements, no header date. */
export const canonical = (bytes: Uint8Array): PlainElement => stripped(treeOf(bytes));

const treeOf = (bytes: Uint8Array): PlainElement => readXml(bytes, ({ root }) => plainElement(root));

const stripped = (element: PlainElement): PlainElement => ({
  ...element,
  attributes: element.attributes.filter(({ name }) => name !== 'LASTMODDATE'),
  children: element.children
    .filter((child) => !isBlank(child))
    .map((child) => (child.kind === 'element' ? stripped(child) : child)),
});

const isBlank = (node: PlainNode): boolean => node.kind === 'text' && node.text.trim() === '';

/** Every element below, in document order. */
export const elementsOf = (element: PlainElement): PlainElement[] =>
  element.children.flatMap((child) => (child.kind === 'element' ? [child, ...elementsOf(child)] : []));

/** Every value of an attribute, in document order. */
export const valuesOf = (bytes: Uint8Array, attribute: string): string[] =>
  elementsOf(treeOf(bytes)).flatMap(({ attributes }) =>
    attributes.filter(({ name }) => name === attribute).map(({ value }) => value),
  );

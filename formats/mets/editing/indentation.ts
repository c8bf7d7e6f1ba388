import type { XmlElement, XmlNode } from '../../xml/tree.js';
import { WrittenElement } from '../../xml/written-element.js';
import { METS, MODS, PREMIS } from '../structure/namespaces.js';

const KNOWN = new Set([METS, MODS, PREMIS]);

/**
 * Removes the white space between elements, which the platform does not store. Only inside elements of METS, MODS and
 * PREMIS, where it has no meaning; elements of other vocabularies are not changed. Elements that keep the bytes they
 * were written as have none.
 */
export const dropIndentation = (element: XmlElement): void => {
  if (element instanceof WrittenElement) return;
  if (KNOWN.has(element.namespace) && element.children.some(isText) && isElementContent(element))
    element.children = element.children.filter((child) => !isText(child)).slice(); // without the spare places of a filter
  for (const child of element.children) if (child.kind === 'element') dropIndentation(child);
};

const isText = (node: XmlNode): boolean => node.kind === 'text';

const isElementContent = (element: XmlElement): boolean =>
  element.children.some((child) => child.kind === 'element') &&
  element.children.every((child) => child.kind !== 'cdata' && (child.kind !== 'text' || isBlank(child)));

const isBlank = (node: Extract<XmlNode, { kind: 'text' }>): boolean => node.text.trim() === '';

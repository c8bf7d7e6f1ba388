import type { XmlElement } from '../../xml/tree.js';
import { METS } from './namespaces.js';
import { isSkipped } from './unread-section.js';

/**
 * Calls for an element and the METS elements inside it, each with its parent. Elements inside xmlData are skipped: an
 * mdWrap may hold another METS document. Unread elements are parsed only if they refer to sections.
 */
export const forEachMetsElement = (
  element: XmlElement,
  visit: (element: XmlElement, parent: XmlElement | null) => void,
  parent: XmlElement | null = null,
): void => {
  visit(element, parent);
  if (element.name === 'xmlData' || isSkipped(element)) return;
  for (const child of element.children)
    if (child.kind === 'element' && child.namespace === METS) forEachMetsElement(child, visit, element);
};

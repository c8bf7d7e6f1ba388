import type { XmlElement } from '../../xml/tree.js';
import { METS } from './namespaces.js';
import { isUnread } from './unparsed-section.js';

/**
 * Calls for an element and those of METS inside it, with what each stands in. What METS wraps is not its own: an mdWrap
 * may hold a METS element of another document. What is unparsed is left so, unless it refers to sections.
 */
export const forEachMetsElement = (
  element: XmlElement,
  visit: (element: XmlElement, parent: XmlElement | null) => void,
  parent: XmlElement | null = null,
): void => {
  visit(element, parent);
  if (element.name === 'xmlData' || isUnread(element)) return;
  for (const child of element.children)
    if (child.kind === 'element' && child.namespace === METS) forEachMetsElement(child, visit, element);
};

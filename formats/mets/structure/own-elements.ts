import type { NodePath } from '../../xml/xpath.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS } from '../elements/namespaces.js';

/**
 * Calls for an element and the METS elements inside it. Elements inside xmlData are skipped: an mdWrap may hold another
 * METS document.
 */
export const forEachMetsElement = (element: XmlElement, visit: (element: XmlElement) => void): void => {
  visit(element);
  if (element.name === 'xmlData') return;
  for (const child of element.elements(METS)) forEachMetsElement(child, visit);
};

/** The attributes of one name that the same elements have. */
export const ownAttributes = (name: string): NodePath => ({
  expression: `descendant-or-self::mets:*/@${name}[not(../ancestor::mets:xmlData)]`,
  prefixes: { mets: METS },
});

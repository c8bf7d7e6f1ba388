import { SealedElement } from './sealed-element.js';
import { serialiseInside } from './serialise.js';
import type { XmlElement, XmlNamespace } from './tree.js';

/**
 * The element with its content as the bytes that it will be written as, which take a fraction of the memory. `scope`
 * are the namespaces that hold where it stands. Throws XmlFault `xml-unwritable`.
 */
export const seal = (element: XmlElement, scope: readonly XmlNamespace[]): XmlElement =>
  new SealedElement(element, { inside: serialiseInside(element), scope });

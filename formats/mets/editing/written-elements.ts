import { serialiseElement } from '../../xml/serialise.js';
import { isNamed } from '../../xml/navigate.js';
import type { XmlElement, XmlNamespace } from '../../xml/tree.js';
import { WrittenElement, type WrittenRange } from '../../xml/written-element.js';
import { METS } from '../structure/namespaces.js';

/**
 * Leaves the content of an element as bytes until somebody looks: they take a fraction of the memory of elements. An
 * empty element stays as it is. `read` is where the element was read, if it was. Throws XmlFault `xml-unwritable`.
 */
export const leaveUnread = (
  element: XmlElement,
  scope: readonly XmlNamespace[],
  read: WrittenRange | null = null,
): XmlElement => {
  const range = rangeOf(element, read);
  return range === null ? element : WrittenElement.unread(element, range, scope);
};

/**
 * Keeps the bytes of an element that `isPlain`, so that a document of many thousands is written without writing each
 * of them anew; any other stays as it is. Throws XmlFault `xml-unwritable`.
 */
export const keepWritten = (element: XmlElement, read: WrittenRange | null = null): XmlElement => {
  const range = isPlain(element) ? rangeOf(element, read) : null;
  return range === null ? element : WrittenElement.read(element, range);
};

/** The range that an element was read from, unless it is written otherwise. */
const rangeOf = (element: XmlElement, read: WrittenRange | null): WrittenRange | null => {
  const written = serialiseElement(element);
  return read !== null && written?.source.equals(read.source.subarray(read.from, read.to)) === true ? read : written;
};

/**
 * Whether an element is a file with nothing but locations, or a div with nothing but pointers to whole files: of these
 * an edit changes the attributes, and takes out what is inside, but changes nothing there.
 */
export const isPlain = (element: XmlElement): boolean => {
  const inside = PLAIN.find(({ name }) => isNamed(element, METS, name))?.inside;
  return (
    inside !== undefined &&
    element.children.every((child) => isNamed(child, METS, inside) && child.children.length === 0)
  );
};

const PLAIN = [
  { name: 'file', inside: 'FLocat' },
  { name: 'div', inside: 'fptr' },
] as const;

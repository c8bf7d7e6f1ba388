import { attributeOf, forEachElement } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import { unreadContent } from '../../xml/written-element.js';

/** Whether an element is unread, and what is inside refers to no section. */
export const isSkipped = (element: XmlElement): boolean => {
  const inside = unreadContent(element);
  return inside !== null && !inside.includes('MDID');
};

/** The IDs of METS elements inside an element, and possibly of others; an unread one is searched as text. */
export const idsInside = (element: XmlElement): string[] => {
  const inside = unreadContent(element);
  const found = inside && idsIn(inside);
  return found === null || found.some((id) => id.includes('&')) ? idsOf(element) : found;
};

/**
 * The IDs are decoded from their own bytes: a match is a part of the searched text, which the engine would keep whole
 * for as long as the ID.
 */
const idsIn = (bytes: Buffer): string[] =>
  [...bytes.toString('latin1').matchAll(/[\t\n\r ]ID[\t\n\r ]*=[\t\n\r ]*(?:"([^"]*)"|'([^']*)')/g)].map((match) => {
    const [matched, inDouble, inSingle] = match;
    const to = match.index + matched.length - 1;
    return bytes.toString('utf8', to - (inDouble ?? inSingle ?? '').length, to);
  });

const idsOf = (element: XmlElement): string[] => {
  const ids: string[] = [];
  forEachElement(element, (each) => {
    const id = each === element ? null : attributeOf(each, 'ID');
    if (id !== null) ids.push(id);
  });
  return ids;
};

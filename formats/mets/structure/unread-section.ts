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
  const text = inside === null ? null : inside.toString('utf8');
  const found = text === null ? null : [...text.matchAll(/\sID\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(idIn);
  return found === null || found.some((id) => id.includes('&')) ? idsOf(element) : found;
};

const idIn = ([, inDouble, inSingle]: RegExpExecArray): string => inDouble ?? inSingle ?? '';

const idsOf = (element: XmlElement): string[] => {
  const ids: string[] = [];
  forEachElement(element, (each) => {
    const id = each === element ? null : attributeOf(each, 'ID');
    if (id !== null) ids.push(id);
  });
  return ids;
};

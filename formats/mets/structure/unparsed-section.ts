import { attributeOf, forEachElement } from '../../xml/navigate.js';
import { unparsedContent } from '../../xml/lazy-element.js';
import type { XmlElement } from '../../xml/tree.js';

/** Whether an element is unparsed and has no reference to a section. */
export const isUnread = (element: XmlElement): boolean => {
  const inside = unparsedContent(element);
  return inside !== null && !inside.includes('MDID');
};

/** The IDs of METS elements inside an element, and possibly of others; an unparsed one is searched as text. */
export const idsInside = (element: XmlElement): string[] => {
  const inside = unparsedContent(element);
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

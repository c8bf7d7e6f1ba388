import { attributeOf, childNamed, setAttribute } from '../../xml/navigate.js';
import type { XmlElement } from '../../xml/tree.js';
import type { MakeElement } from './element-maker.js';
import { METS } from '../structure/namespaces.js';

/**
 * Gives the header's LASTMODDATE a value that it never had: `now`, or a millisecond after the last one where the clock
 * has not moved on. Equal content therefore never repeats an ETag.
 */
export const touch = (make: MakeElement, mets: XmlElement, now: Date): void => {
  const header = childNamed(mets, METS, 'metsHdr') ?? addHeader(make, mets, now);
  const last = attributeOf(header, 'LASTMODDATE');
  const floor = last === null ? millisecondsOf(attributeOf(header, 'CREATEDATE')) : millisecondsOf(last) + 1;
  const value = new Date(Math.max(now.getTime(), floor)).toISOString();
  setAttribute(header, { name: 'LASTMODDATE', prefix: '', namespace: '', value });
};

const addHeader = (make: MakeElement, mets: XmlElement, now: Date): XmlElement => {
  const header = make(METS, 'metsHdr', [['CREATEDATE', now.toISOString()]]);
  mets.children.unshift(header);
  return header;
};

/** Dates of others may have seven decimals or none that we understand. */
const millisecondsOf = (date: string | null): number => {
  const time = date === null ? NaN : Date.parse(date.replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(time) ? 0 : time;
};

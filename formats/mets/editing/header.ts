import type { XmlElement } from '../../xml/tree.js';
import type { MakeElement } from '../elements/element-maker.js';
import { METS } from '../elements/namespaces.js';

/**
 * Sets the header's LASTMODDATE to a value that it never had: `now`, or a millisecond after the last one where that is
 * later. So equal content never repeats an ETag.
 */
export const touch = (make: MakeElement, mets: XmlElement, now: Date): void => {
  const header = mets.element(METS, 'metsHdr') ?? addHeader(make, mets, now);
  const last = header.attribute('LASTMODDATE');
  const floor = last === null ? millisecondsOf(header.attribute('CREATEDATE')) : millisecondsOf(last) + 1;
  const value = new Date(Math.max(now.getTime(), floor)).toISOString();
  header.setAttribute('LASTMODDATE', value);
};

const addHeader = (make: MakeElement, mets: XmlElement, now: Date): XmlElement => {
  const header = make(METS, 'metsHdr', [['CREATEDATE', now.toISOString()]]);
  mets.insertAfter(null, [header]);
  return header;
};

/** Other producers write up to seven decimals; a date that cannot be parsed counts as 1970. */
const millisecondsOf = (date: string | null): number => {
  const time = date === null ? NaN : Date.parse(date.replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(time) ? 0 : time;
};

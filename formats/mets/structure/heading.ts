import { firstWithin } from '../../xml/navigate.js';
import type { Readable } from '../../xml/readable.js';
import type { XmlElement } from '../../xml/tree.js';
import { METS, MODS } from '../elements/namespaces.js';

/** The first title in an element, in the namespace of MODS; null where it is empty, or there is none. */
export const titleWithin = <E extends Readable<E>>(element: E): string | null =>
  textOf(firstWithin(element, MODS, 'title'));

/** The title of a MODS record, else its first name. */
export const titleOfRecord = <E extends Readable<E>>(record: E): string | null =>
  titleWithin(record) ?? textOf(firstWithin(record, MODS, 'name'));

/** The name of an agent. */
export const nameOfAgent = <E extends Readable<E>>(agent: E): string | null => textOf(firstWithin(agent, METS, 'name'));

/** The name of the first agent in a METS. */
export const agentOf = (mets: XmlElement): string | null => {
  const agent = mets.find({ expression: 'descendant-or-self::mets:agent[1]', prefixes: { mets: METS } });
  return agent === undefined ? null : nameOfAgent(agent);
};

/** The text of an element without the white space around it; null where nothing is left. */
export const textOf = (element: Pick<Readable<unknown>, 'text'> | undefined): string | null =>
  element?.text.trim() || null;

/** When a METS says that it was begun; null where it does not, or in no time that can be read. */
export const createdOf = <E extends Readable<E>>({ mets }: { readonly mets: E }): Date | null => {
  const created = new Date(mets.element(METS, 'metsHdr')?.attribute('CREATEDATE') ?? '');
  return Number.isNaN(created.getTime()) ? null : created;
};

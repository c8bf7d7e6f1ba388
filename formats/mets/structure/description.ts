import type { Readable } from '../../xml/readable.js';
import { METS, MODS, XLINK } from '../elements/namespaces.js';
import type { RecordIdentifier } from '../model/described-mets.js';
import type { Description } from '../model/section-summary.js';
import type { ElementsById } from './elements-by-id.js';
import { titleWithin } from './heading.js';
import { webUri } from './web-uri.js';

/** Where the descriptions of elements are found, and how they are read. */
export interface Descriptions<E extends Readable<E>> {
  readonly ids: ElementsById<E>;
  /** What a dmdSec says. */
  readonly describe: (section: E) => Description;
}

export const readDescription = <E extends Readable<E>>(section: E): Description => {
  const found: Found<E> = { access: [], rights: [], recordIdentifiers: [] };
  collect(section, found);
  const [rights] = found.rights;
  return {
    title: titleWithin(section),
    accessRestrictions: found.access,
    rights: rights === undefined ? null : { uri: uriOf(rights) },
    recordIdentifiers: found.recordIdentifiers,
  };
};

interface Found<E> {
  readonly access: string[];
  readonly rights: E[];
  readonly recordIdentifiers: RecordIdentifier[];
}

const collect = <E extends Readable<E>>(element: E, found: Found<E>): void => {
  for (const child of element.elements()) {
    if (child.namespace !== MODS) {
      if (child.namespace === METS) collect(child, found); // the wrappers of a record
    } else if (child.name === 'accessCondition') collectCondition(child, found);
    else if (child.name === 'recordIdentifier') collectIdentifier(child, found);
    else if (child.name !== 'relatedItem') collect(child, found); // it describes another work
  }
};

const collectCondition = <E extends Readable<E>>(condition: E, { access, rights }: Found<E>): void => {
  switch (condition.attribute('type')?.trim().toLowerCase()) {
    case 'restriction on access':
    case 'status': {
      // Goobi's word for it
      const restriction = condition.text.trim();
      if (restriction !== '') access.push(restriction);
      return;
    }
    case 'use and reproduction':
      rights.push(condition);
      return;
    default:
      return;
  }
};

const collectIdentifier = <E extends Readable<E>>(element: E, { recordIdentifiers }: Found<E>): void => {
  const value = element.text.trim();
  if (value !== '') recordIdentifiers.push({ source: element.attribute('source') ?? '', value });
};

/** The statement is the text; other producers may have it in the link, and a description in the text. */
const uriOf = <E extends Readable<E>>(rights: E): string | null =>
  webUri(rights.text) ?? webUri(rights.attribute('href', XLINK));

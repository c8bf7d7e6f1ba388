import type { XmlElement } from '../../xml/tree.js';
import { webUri } from '../structure/web-uri.js';
import type { OwnTerms, RecordIdentifier, Terms } from '../model/described-mets.js';
import { METS, MODS, XLINK } from '../elements/namespaces.js';
import { descriptionIdsOf } from '../structure/elements-by-id.js';
import type { FileSource } from '../structure/physical-structure.js';
import { typeOf, type MetsSections } from '../structure/sections.js';

/** The own terms of an item that has none. */
export const noOwnTerms: OwnTerms = Object.freeze({
  accessRestrictions: [],
  rightsStatement: null,
  rightsStatementSuppressed: false,
  recordIdentifiers: [],
});

/** The terms in the MODS records that an element's DMDID names (companion 5.6). */
export const termsOf = (sections: Pick<MetsSections, 'ids'>, element: XmlElement): OwnTerms => {
  const records = descriptionsOf(sections, element);
  if (records.length === 0) return noOwnTerms;
  const found: FoundTerms = { access: [], rights: [], recordIdentifiers: [] };
  for (const record of records) collect(record, found);
  const [rights] = found.rights;
  const rightsStatement = rights === undefined ? null : uriOf(rights);
  return {
    accessRestrictions: [...new Set(found.access)],
    rightsStatement,
    rightsStatementSuppressed: rights !== undefined && rightsStatement === null,
    recordIdentifiers: found.recordIdentifiers,
  };
};

/** The terms of a file: from its own div where that has any, else from its mets:file. */
export const termsOfFile = (sections: MetsSections, { div, file }: FileSource): OwnTerms => {
  const ofDiv = div === null || typeOf(div) === 'directory' ? noOwnTerms : termsOf(sections, div);
  return isEmpty(ofDiv) ? termsOf(sections, file) : ofDiv;
};

/** The dmdSecs that an element names. Throws MetsFault `mets-duplicate-id`. */
export const descriptionsOf = ({ ids }: Pick<MetsSections, 'ids'>, element: XmlElement): XmlElement[] =>
  descriptionIdsOf(ids, element).flatMap((id) => ids.get(ids.unambiguous(id), 'dmdSec') ?? []);

/** Whether no terms are set. */
export const isEmpty = (terms: OwnTerms): boolean =>
  terms.accessRestrictions.length === 0 &&
  terms.rightsStatement === null &&
  !terms.rightsStatementSuppressed &&
  terms.recordIdentifiers.length === 0;

/** The effective terms of an item for which none are set. */
export const noTerms: Terms = Object.freeze({ accessRestrictions: [], rightsStatement: null, recordIdentifiers: [] });

interface FoundTerms {
  readonly access: string[];
  readonly rights: XmlElement[];
  readonly recordIdentifiers: RecordIdentifier[];
}

const collect = (element: XmlElement, found: FoundTerms): void => {
  for (const child of element.elements()) {
    if (child.namespace !== MODS) {
      if (child.namespace === METS) collect(child, found); // the wrappers of a record
    } else if (child.name === 'accessCondition') collectCondition(child, found);
    else if (child.name === 'recordIdentifier') collectIdentifier(child, found);
    else if (child.name !== 'relatedItem') collect(child, found); // it describes another work
  }
};

const collectCondition = (condition: XmlElement, { access, rights }: FoundTerms): void => {
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

const collectIdentifier = (element: XmlElement, { recordIdentifiers }: FoundTerms): void => {
  const value = element.text.trim();
  if (value !== '') recordIdentifiers.push({ source: element.attribute('source') ?? '', value });
};

/** The statement is the text; other producers may have it in the link, and a description in the text. */
const uriOf = (rights: XmlElement): string | null => webUri(rights.text) ?? webUri(rights.attribute('href', XLINK));

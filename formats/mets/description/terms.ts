import type { Readable } from '../../xml/readable.js';
import type { OwnTerms, Terms } from '../model/described-mets.js';
import type { Description } from '../model/section-summary.js';
import type { Descriptions } from '../structure/description.js';
import { descriptionIdsOf } from '../structure/elements-by-id.js';
import type { FileSource } from '../structure/walk-files.js';
import type { MetsToRead } from '../structure/read-sections.js';
import { typeOf } from '../structure/sections.js';

/** The own terms of an item that has none. */
export const noOwnTerms: OwnTerms = Object.freeze({
  accessRestrictions: [],
  rightsStatement: null,
  rightsStatementSuppressed: false,
  recordIdentifiers: [],
});

/** The terms in the MODS records that an element's DMDID names (companion 5.6). */
export const termsOf = <E extends Readable<E>>(descriptions: Descriptions<E>, element: E): OwnTerms => {
  const records = descriptionsOf(descriptions, element);
  if (records.length === 0) return noOwnTerms;
  const rights = records.find((record) => record.rights !== null)?.rights ?? null;
  return {
    accessRestrictions: [...new Set(records.flatMap(({ accessRestrictions }) => accessRestrictions))],
    rightsStatement: rights && rights.uri,
    rightsStatementSuppressed: rights !== null && rights.uri === null,
    recordIdentifiers: records.flatMap(({ recordIdentifiers }) => recordIdentifiers),
  };
};

/** The terms of a file: from its own div where that has any, else from its mets:file. */
export const termsOfFile = (sections: MetsToRead, { div, file }: FileSource): OwnTerms => {
  const ofDiv = div === null || typeOf(div) === 'directory' ? noOwnTerms : termsOf(sections, div);
  return isEmpty(ofDiv) ? termsOf(sections, file) : ofDiv;
};

/** What the dmdSecs say that an element names. Throws MetsFault `mets-duplicate-id`. */
export const descriptionsOf = <E extends Readable<E>>(
  { ids, describe }: Descriptions<E>,
  element: E,
): readonly Description[] =>
  descriptionIdsOf(ids, element).flatMap((id) => {
    const section = ids.get(ids.unambiguous(id), 'dmdSec');
    return section === undefined ? [] : describe(section);
  });

/** Whether no terms are set. */
export const isEmpty = (terms: OwnTerms): boolean =>
  terms.accessRestrictions.length === 0 &&
  terms.rightsStatement === null &&
  !terms.rightsStatementSuppressed &&
  terms.recordIdentifiers.length === 0;

/** The effective terms of an item for which none are set. */
export const noTerms: Terms = Object.freeze({ accessRestrictions: [], rightsStatement: null, recordIdentifiers: [] });

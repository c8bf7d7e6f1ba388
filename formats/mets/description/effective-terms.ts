import type { OwnTerms, RecordIdentifier, Terms } from '../model/described-mets.js';

/*
 * How access, rights and record identifiers are inherited (companion 6.5): from folders by files, from ranges by
 * ranges, and from ranges by files where folders set none.
 */

/** Of a folder or range: its own terms, else those of its parent. */
export const inheritedTerms = (own: OwnTerms, parent: Terms): Terms => ({
  accessRestrictions: firstFilled(own.accessRestrictions, parent.accessRestrictions),
  rightsStatement: rightsOf(own, parent),
  recordIdentifiers: firstFilled(own.recordIdentifiers, parent.recordIdentifiers),
});

/** What a top-level range inherits from the root of the tree: all but the record identifiers. */
export const topRangeTerms = (root: Terms): Terms => ({ ...root, recordIdentifiers: [] });

/** The terms of the ranges that a file appears in; null where there is none, or no single one. */
export interface RangesOfFile {
  /** Of the only range that names the whole file. */
  readonly naming: Terms | null;
  /** Of the range that links to the div of the file. */
  readonly linking: Terms | null;
}

/** The effective terms of a file in a folder. */
export const fileTerms = (own: OwnTerms, folder: Terms, { naming, linking }: RangesOfFile): Terms => ({
  accessRestrictions: firstFilled(own.accessRestrictions, folder.accessRestrictions, linking?.accessRestrictions),
  rightsStatement: rightsOf(own, folder),
  recordIdentifiers: firstFilled<RecordIdentifier>(
    own.recordIdentifiers,
    naming?.recordIdentifiers,
    linking?.recordIdentifiers,
    folder.recordIdentifiers,
  ),
});

const rightsOf = (own: OwnTerms, above: Terms): string | null =>
  own.rightsStatementSuppressed ? null : (own.rightsStatement ?? above.rightsStatement);

const firstFilled = <T>(...lists: (readonly T[] | undefined)[]): readonly T[] =>
  lists.find((list) => list !== undefined && list.length > 0) ?? [];

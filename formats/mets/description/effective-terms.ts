import type { OwnTerms, RecordIdentifier, Terms } from './described-mets.js';

/*
 * How access, rights and record identifiers come down (companion 6.5): along folders to files, along ranges to ranges,
 * and from ranges to files where folders say nothing.
 */

/** Of a folder or a range: its own, else those of the one around it. */
export const inheritedTerms = (own: OwnTerms, around: Terms): Terms => ({
  accessRestrictions: firstFilled(own.accessRestrictions, around.accessRestrictions),
  rightsStatement: rightsOf(own, around),
  recordIdentifiers: firstFilled(own.recordIdentifiers, around.recordIdentifiers),
});

/** What a range that stands in no other takes over from the root of the tree: all but the record identifiers. */
export const topRangeTerms = (root: Terms): Terms => ({ ...root, recordIdentifiers: [] });

/** What goes for the ranges that a file appears in; null where it appears in none, or in none clearly. */
export interface RangesOfFile {
  /** Of the only range that names the whole file. */
  readonly naming: Terms | null;
  /** Of the range that links to the div of the file. */
  readonly linking: Terms | null;
}

/** Of a file in a folder. */
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

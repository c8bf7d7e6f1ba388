import type { ExtractedFile, IdentifiedFile, ScanOutcome } from './findings.js';

/** What the tools found out about a file; null of a tool that is not wanted. */
export interface FileFindings {
  /** Relative to the root of the files. */
  readonly path: string;
  readonly identified: IdentifiedFile | null;
  readonly scanned: ScanOutcome | null;
  readonly extracted: ExtractedFile | null;
}

/** The findings about all files, which can be read again and again. */
export type AllFindings = AsyncIterable<FileFindings>;

/** Whether exactly one format was found (preservation 2.9). */
export const isIdentified = ({ identified }: FileFindings): boolean =>
  identified !== null && identified.matches.length === 1 && identified.matches[0]?.id !== 'UNKNOWN';

/** Why a tool could not work a file; null where all did. */
export const failureOf = ({ identified, scanned, extracted }: FileFindings): string | null => {
  if (scanned?.result === 'unread') return scanned.reason;
  if (identified !== null && identified.errors !== '' && identified.matches.length === 0) return identified.errors;
  // A tool that prints an error beside tags has looked at the file: it is of no kind that it knows.
  return extracted === null || extracted.tags.length > 0 || extracted.error === '' ? null : extracted.error;
};

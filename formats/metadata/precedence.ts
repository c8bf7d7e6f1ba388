import type { MetadataEntry } from './entries.js';

/** The precedence of sources where they complement one another; others follow by name. */
const SOURCES = ['BagIt', 'FormatIdTool', 'BatchReportTool', 'VirusScanTool', 'MetadataExtractTool', 'METS'];

/** Sorts entries by source, then the newest first; the order does not depend on that of the input. */
export const byPrecedence = <Type extends MetadataEntry>(entries: readonly Type[]): Type[] =>
  entries.toSorted((a, b) => rank(a) - rank(b) || compare(a.source, b.source) || newestFirst(a, b));

/** The newest entry; one without a time counts as the oldest. Null for an empty list. */
export const newestEntry = <Type extends MetadataEntry>(entries: readonly Type[]): Type | null =>
  entries.toSorted(newestFirst)[0] ?? null;

const rank = ({ source }: MetadataEntry): number => {
  const at = SOURCES.indexOf(source);
  return at === -1 ? SOURCES.length : at;
};

/** Entries of the same time are ordered by their text. */
const newestFirst = (a: MetadataEntry, b: MetadataEntry): number =>
  time(b) - time(a) || compare(JSON.stringify(a), JSON.stringify(b));

const time = ({ timestamp }: MetadataEntry): number => timestamp?.getTime() ?? Number.MIN_SAFE_INTEGER;

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

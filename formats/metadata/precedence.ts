import type { MetadataEntry } from './entries.js';

/** The order in which sources are heard where they complement one another; others follow by their names. */
const SOURCES = ['BagIt', 'FormatIdTool', 'BatchReportTool', 'VirusScanTool', 'MetadataExtractTool', 'METS'];

/** Puts entries into one order, however they came: by source, the newest first. */
export const byPrecedence = <Type extends MetadataEntry>(entries: readonly Type[]): Type[] =>
  entries.toSorted((a, b) => rank(a) - rank(b) || compare(a.source, b.source) || newestFirst(a, b));

/** The newest entry, one without a time being the oldest; null of none. */
export const newestEntry = <Type extends MetadataEntry>(entries: readonly Type[]): Type | null =>
  entries.toSorted(newestFirst)[0] ?? null;

const rank = ({ source }: MetadataEntry): number => {
  const at = SOURCES.indexOf(source);
  return at === -1 ? SOURCES.length : at;
};

/** Entries of the same moment have an order too, if only that of their text. */
const newestFirst = (a: MetadataEntry, b: MetadataEntry): number =>
  time(b) - time(a) || compare(JSON.stringify(a), JSON.stringify(b));

const time = ({ timestamp }: MetadataEntry): number => timestamp?.getTime() ?? Number.MIN_SAFE_INTEGER;

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

import type { VirusScanMetadata } from '../metadata/entries.js';
import type { VirusLog } from './virus-log.js';

/** What is known beside a virus log. All paths are local ones. */
export interface ScanSetting {
  /** The local path of each path in the log. */
  readonly local: ReadonlyMap<string, string>;
  /** The files that the batch report lists: those of them that are not infected are clean. */
  readonly listed: Iterable<string>;
  /** The definitions that were used; null where only the log can tell. */
  readonly definition: string | null;
  /** When the log was stored, in case it does not say when the scan was made. */
  readonly stored: Date | null;
}

/** One entry for each infected and for each clean file (companion 9.5), by local path. */
export const virusEntries = (log: VirusLog, setting: ScanSetting): Map<string, VirusScanMetadata> => {
  const localOf = (path: string): string => setting.local.get(path) ?? path;
  const timestamp = log.summary?.scanned ?? toTheSecond(setting.stored);
  const virusDefinition = setting.definition ?? log.summary?.definition ?? '';
  const entry = (virusFound: string): VirusScanMetadata => ({
    type: 'VirusScanMetadata',
    source: 'VirusScanTool',
    timestamp,
    hasVirus: virusFound !== '',
    virusFound,
    virusDefinition,
  });
  const entries = new Map([...log.hits].map(([path, words]) => [localOf(path), entry(words)]));
  if (log.summary === null) return entries;

  const doubtful = new Set([...entries.keys(), ...[...log.unscanned].map(localOf)]);
  for (const path of setting.listed) {
    if (!endsOf(path).some((end) => doubtful.has(end))) entries.set(path, entry(''));
  }
  return entries;
};

/** A path and those that it contains, in case that one tool began deeper in the folders than the other. */
const endsOf = (path: string): string[] => {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(index).join('/'));
};

/** Scans are told apart by the second (companion 9.5). */
const toTheSecond = (date: Date | null): Date | null =>
  date === null ? null : new Date(Math.floor(date.getTime() / 1000) * 1000);

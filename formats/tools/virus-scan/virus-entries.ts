import type { VirusScanMetadata } from '../../metadata/entries.js';
import type { ScanCoverage } from './scan-coverage.js';
import type { VirusLog } from './virus-log.js';

/** What is known beside a virus log. All paths are local ones. */
export interface ScanSetting {
  readonly coverage: Pick<ScanCoverage, 'localOf' | 'vouchesFor'>;
  /** The files that the batch report lists: those of them that the log vouches for are clean. */
  readonly listed: Iterable<string>;
  /** The definitions that were used; null where only the log can tell. */
  readonly definition: string | null;
  /** When the log was stored, in case it does not say when the scan was made. */
  readonly stored: Date | null;
}

/** One entry for each infected and for each clean file (companion 9.5), by local path. */
export const virusEntries = (log: VirusLog, setting: ScanSetting): Map<string, VirusScanMetadata> => {
  const { localOf, vouchesFor } = setting.coverage;
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
  for (const path of setting.listed) {
    if (vouchesFor(path)) entries.set(path, entry(''));
  }
  return entries;
};

/** Scans are told apart by the second (companion 9.5). */
const toTheSecond = (date: Date | null): Date | null =>
  date === null ? null : new Date(Math.floor(date.getTime() / 1000) * 1000);

import type { VirusScanMetadata } from '../../metadata/entries.js';
import type { ScanCoverage } from './scan-coverage.js';
import type { VirusLog } from './virus-log.js';

/** What the entries need besides the virus log. All paths are local. */
export interface ScanSetting {
  readonly coverage: Pick<ScanCoverage, 'localOf' | 'isClean'>;
  /** The files in the batch report; an entry is made for each clean one. */
  readonly listed: Iterable<string>;
  /** The virus definitions; null to take them from the log. */
  readonly definition: string | null;
  /** When the log was stored, used where it has no time of the scan. */
  readonly stored: Date | null;
}

/** One entry for each infected and each clean file (companion 9.5), by local path. */
export const virusEntries = (log: VirusLog, setting: ScanSetting): Map<string, VirusScanMetadata> => {
  const { localOf, isClean } = setting.coverage;
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
    if (isClean(path)) entries.set(path, entry(''));
  }
  return entries;
};

/** Two scans in the same second count as one (companion 9.5). */
const toTheSecond = (date: Date | null): Date | null =>
  date === null ? null : new Date(Math.floor(date.getTime() / 1000) * 1000);

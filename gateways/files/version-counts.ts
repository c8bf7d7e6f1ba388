import type { Dependencies } from '../../commands/core/dependencies.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import type { StoredVersion, VersionAt } from '../../commands/reads/stored-version.js';
import {
  changeOfPath,
  versionOfGroup,
  type ChangeOfHistory,
  type HistoryDependencies,
  type VersionOfHistory,
} from '../../commands/reads/versions-of-group.js';
import { keptReadings } from '../group-content/kept-readings.js';
import { moment } from '../rendering/moment.js';
import type { FoundGroup } from './find-group.js';

/** Versions whose counts are kept in memory. */
const KEPT_VERSIONS = 10_000;
/** An answer ends where so many files were read for it: some seconds of work. */
const MOST_FILES = 300_000;

/** What the versions of a group changed. */
export interface VersionCounts {
  /** Rejects as `readStoredVersion` does. */
  readonly ofGroup: (version: number) => Promise<VersionOfHistory>;
  readonly ofPath: (version: number, path: string) => Promise<ChangeOfHistory | null>;
  /** Whether so many files were read for these counts that the rest is for another answer. */
  readonly isMuch: () => boolean;
}

interface CountedVersions {
  readonly dependencies: Pick<Dependencies, 'events'>;
  readonly stored: (at: VersionAt) => Promise<StoredVersion>;
}

/** A group whose versions are counted. */
interface CountedGroup extends Pick<FoundGroup, 'head'> {
  readonly group: Pick<FoundGroup['group'], 'path'>;
}

/** Reads what versions changed. Counts of versions that were read last are kept. */
export const versionCounts = ({ dependencies: { events }, stored }: CountedVersions) => {
  const kept = keptReadings<VersionOfHistory>(KEPT_VERSIONS, () => 1);
  return async ({ group: { path: group }, head }: CountedGroup): Promise<VersionCounts> => {
    let filesRead = 0;
    const history: HistoryDependencies = {
      ledger: await readLedger(events, group),
      read: async (version) => {
        const found = await stored({ group, head, version });
        filesRead += found.files.size;
        return found;
      },
    };
    return {
      ofGroup: (version) => kept(JSON.stringify([group, head, version]), () => versionOfGroup(history, version)),
      ofPath: (version, path) => changeOfPath(history, version, path),
      isMuch: () => filesRead >= MOST_FILES,
    };
  };
};

export const renderVersion = (version: VersionOfHistory): VersionOfHistory => ({
  ...version,
  made: moment(version.made),
});

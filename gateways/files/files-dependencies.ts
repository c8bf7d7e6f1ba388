import { agentsOf } from '../../commands/workspace/deposit-mets.js';
import { filesOfVersion, type FileOfVersion } from '../../commands/reads/files-of-version.js';
import type { StoredVersion, VersionAt } from '../../commands/reads/stored-version.js';
import { indexVersion, type VersionIndex } from '../../commands/reads/version-row.js';
import { keptReadings } from '../group-content/kept-readings.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import type { FoundGroup } from './find-group.js';
import { versionCounts, type VersionCounts } from './version-counts.js';

/** What the operations on files and versions use. */
export interface FilesDependencies extends Pick<RepositoryDependencies, 'dependencies' | 'repository' | 'groups'> {
  /** The files of a version; what was read last is kept. Rejects as `GroupReader` does. */
  readonly stored: (at: VersionAt) => Promise<StoredVersion>;
  /** The listing of a version for a holder of shares, likewise. */
  readonly listing: (at: VersionAt, described: boolean, holder: string) => Promise<readonly FileOfVersion[]>;
  /** A version by folders, likewise. */
  readonly tree: (at: VersionAt, holder: string) => Promise<VersionIndex>;
  /** What the versions of a group changed. */
  readonly counts: (found: FoundGroup) => Promise<VersionCounts>;
}

/** Files kept in memory by each of the two: some ten megabytes for each. */
const KEPT_FILES = 100_000;

export const filesDependencies = (
  on: Pick<RepositoryDependencies, 'dependencies' | 'repository' | 'groups'>,
): FilesDependencies => {
  const { dependencies, groups: reader } = on;
  const listings = keptReadings<readonly FileOfVersion[]>(KEPT_FILES, ({ length }) => length);
  const trees = keptReadings<VersionIndex>(KEPT_FILES, ({ index }) => index.size);
  const reading = (holder: string) => ({ ...dependencies, reader, agents: agentsOf(dependencies), holder });
  const stored: FilesDependencies['stored'] = (at) => reader.stored(at);
  return {
    ...on,
    stored,
    listing: (at, described, holder) =>
      listings(JSON.stringify([at, described]), async () =>
        filesOfVersion(reading(holder), await stored(at), { described }),
      ),
    counts: versionCounts({ dependencies, stored }),
    tree: (at, holder) => trees(JSON.stringify(at), async () => indexVersion(reading(holder), await stored(at))),
  };
};

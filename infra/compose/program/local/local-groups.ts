import {
  ArchiveFault,
  type ArchivedChange,
  type ArchivedVersion,
  type Content,
} from '../../../../clients/archive/archive.js';
import { readLedger } from '../../../../commands/archival-group/ledger-stream.js';
import { readStoredVersion, type StoredVersion } from '../../../../commands/reads/stored-version.js';
import {
  changeOfPath,
  versionOfGroup,
  type HistoryDependencies,
} from '../../../../commands/reads/versions-of-group.js';
import { versionName } from '../../../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { groupReader } from '../../../../gateways/group-content/group-reader.js';
import { keptReadings } from '../../../../gateways/group-content/kept-readings.js';
import { moment } from '../../../../gateways/rendering/moment.js';
import type { RecordedFile } from '../../../embedded/content-on-disk.js';
import type { LocalStores } from './local-stores.js';

/** The archival groups of a data folder. They reject with the faults of the stores, and with ArchiveFault. */
export type LocalGroups = ReturnType<typeof localGroups>;

interface GroupHistory extends HistoryDependencies {
  readonly head: number;
}

/** Files of versions that are kept in memory, since the next one is compared with them. */
const KEPT_FILES = 200_000;

const noGroup = (group: RepositoryPath): ArchiveFault =>
  new ArchiveFault('not-found', `There is no archival group ${group}.`);

const madeAt = <Version extends ArchivedVersion>(version: Version): Version => ({
  ...version,
  made: moment(version.made),
});

export const localGroups = (stores: LocalStores) => {
  const { events, bytes, content } = stores;
  const reader = groupReader(stores);
  const kept = keptReadings<StoredVersion>(KEPT_FILES, ({ files }) => files.size);

  const readHistory = async (group: RepositoryPath): Promise<GroupHistory> => {
    const ledger = await readLedger(events, group);
    const head = ledger.versions.length;
    if (head === 0) throw noGroup(group);
    const read = (version: number): Promise<StoredVersion> =>
      kept(JSON.stringify([group, version]), () => readStoredVersion({ reader, bytes }, { group, head, version }));
    return { ledger, head, read };
  };

  /** Of the group that was asked for last, since nobody writes meanwhile: every file of a version asks for it. */
  let last: { readonly group: RepositoryPath; readonly history: Promise<GroupHistory> } | null = null;
  const history = (group: RepositoryPath): Promise<GroupHistory> => {
    if (last?.group !== group) last = { group, history: readHistory(group) };
    return last.history;
  };

  const requireVersion = async (group: RepositoryPath, number: number): Promise<GroupHistory> => {
    const of = await history(group);
    if (number >= 1 && number <= of.head) return of;
    throw new ArchiveFault('version-not-found', `${group} has no version ${number}; the newest is v${of.head}.`);
  };
  const version = async (group: RepositoryPath, number: number): Promise<StoredVersion> =>
    (await requireVersion(group, number)).read(number);

  const fileAt = async (group: RepositoryPath, number: number, stored: string): Promise<RecordedFile> => {
    const { files, place } = await version(group, number);
    const file = files.get(stored);
    if (file === undefined)
      throw new ArchiveFault('not-found', `${group}@${versionName(number)} has no file ${stored}.`);
    return { key: `${place.root}/${file.contentPath}`, size: file.size };
  };

  return {
    reader,
    version,
    /** Number of the newest version. Rejects where there is no such version. */
    headOf: async (group: RepositoryPath, number: number): Promise<number> =>
      (await requireVersion(group, number)).head,
    async *versions(group: RepositoryPath): AsyncGenerator<ArchivedVersion> {
      const of = await history(group);
      for (let number = of.head; number >= 1; number--) yield madeAt(await versionOfGroup(of, number));
    },
    async *changesOf(group: RepositoryPath, below: string): AsyncGenerator<ArchivedChange> {
      const of = await history(group);
      let path = below;
      for (let number = of.head; number >= 1; number--) {
        const change = await changeOfPath(of, number, path);
        if (change === null) continue;
        yield madeAt(change);
        path = change.file?.from ?? path;
      }
    },
    open: async (group: RepositoryPath, number: number, stored: string, start: number): Promise<Content> =>
      content.open(await fileAt(group, number, stored), start),
    pathOf: async (group: RepositoryPath, number: number, stored: string): Promise<string> =>
      content.pathOf((await fileAt(group, number, stored)).key),
  };
};

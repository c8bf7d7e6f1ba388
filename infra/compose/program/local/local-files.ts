import type { ArchivedFile } from '../../../../clients/archive/archive.js';
import { fileReader, type FileReader } from '../../../../commands/reads/files-of-version.js';
import type { StoredVersion, VersionReader } from '../../../../commands/reads/stored-version.js';
import type { ByteStore } from '../../../../formats/bytes.js';
import { isAtOrBelow } from '../../../../formats/paths/repository-path.js';
import { renderListedFile } from '../../../../gateways/files/list-files.js';
import { keptReadings } from '../../../../gateways/group-content/kept-readings.js';

/** Who wrote what a METS says is not looked at here. */
const AGENTS = { own: '', accepted: [] };

/** What is listed of a version. */
export interface ListedPart {
  /** A stored path or folder; empty for all. */
  readonly below: string;
  /** Whether what only the METS says is wanted. */
  readonly described: boolean;
}

/** Gives what tells of the files of a version. That of the last one is kept: a report lists what it has counted. */
export type FileReaders = (version: StoredVersion, described: boolean) => Promise<FileReader>;

export const fileReadersOf = (on: {
  readonly bytes: ByteStore;
  readonly reader: Pick<VersionReader, 'wholeInventory'>;
}): FileReaders => {
  const kept = keptReadings<FileReader>(1, () => 1);
  return (version, described) =>
    kept(JSON.stringify([version.group, version.version, described]), () =>
      fileReader({ ...on, holder: '', agents: AGENTS }, version, { described }),
    );
};

/** A part of the files of a version as it is shown, by stored path, each made when it is asked for. */
export const listFiles = ({ files }: StoredVersion, read: FileReader, below: string): Iterable<ArchivedFile> => ({
  *[Symbol.iterator]() {
    for (const [stored, file] of files) if (isAtOrBelow(stored, below)) yield renderListedFile(read(stored, file));
  },
});

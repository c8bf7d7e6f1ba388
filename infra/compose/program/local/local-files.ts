import type { ArchivedFile } from '../../../../clients/archive/archive.js';
import { filesOfVersion, pageOfFiles, type FileOfVersion } from '../../../../commands/reads/files-of-version.js';
import type { StoredVersion, VersionReader } from '../../../../commands/reads/stored-version.js';
import type { ByteStore } from '../../../../formats/bytes.js';
import { renderListedFile } from '../../../../gateways/files/list-files.js';
import { keptReadings } from '../../../../gateways/group-content/kept-readings.js';

/** Who wrote what a METS says is not looked at here. */
const AGENTS = { own: '', accepted: [] };

/** Files that are kept, since a report lists those that it has counted. */
const KEPT_FILES = 100_000;

/** What is listed of a version. */
export interface ListedPart {
  /** A stored path or folder; empty for all. */
  readonly below: string;
  /** Whether what only the METS says is wanted. */
  readonly described: boolean;
}

/** Gives the files of a version, as `filesOfVersion` lists them; those that were read last are kept. */
export type Listings = (version: StoredVersion, described: boolean) => Promise<readonly FileOfVersion[]>;

export const listingsOf = (on: {
  readonly bytes: ByteStore;
  readonly reader: Pick<VersionReader, 'wholeInventory'>;
}): Listings => {
  const kept = keptReadings<readonly FileOfVersion[]>(KEPT_FILES, ({ length }) => length);
  return (version, described) =>
    kept(JSON.stringify([version.group, version.version, described]), () =>
      filesOfVersion({ ...on, holder: '', agents: AGENTS }, version, { described }),
    );
};

/** A part of a listing, as it is shown. */
export const listFiles = (files: readonly FileOfVersion[], below: string): Iterable<ArchivedFile> => {
  const page = pageOfFiles(files, { below, after: null, limit: files.length });
  return {
    *[Symbol.iterator]() {
      for (const file of page.files) yield renderListedFile(file);
    },
  };
};

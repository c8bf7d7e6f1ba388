import type { ArchiveFile } from '../../../formats/archive-files/archive-file.js';
import { nameInPart, versionEntry, type VersionEntry } from '../../../formats/archive-files/version-entries.js';
import { bagOfVersion } from '../../../formats/bagit/bag-of-version.js';
import type { ByteStore } from '../../../formats/bytes.js';
import { versionName } from '../../../formats/ocfl/version-name.js';
import { tarFile } from '../../../formats/tar/tar-file.js';
import { zipFile } from '../../../formats/zip/zip-file.js';
import type { Logger } from '../../http/logger.js';
import { RequestFault } from '../../http/request-fault.js';
import { archiveFileName } from './file-name.js';
import type { FoundPart } from '../find-content.js';
import type { KeptCrcs } from './kept-crcs.js';
import { openChecked, preservedFiles, type PreservedFile } from './preserved-files.js';

/** The forms in which a version can be had. A bag comes as a zip. */
export type ArchiveForm = 'zip' | 'tar' | 'bag';

/** What is wanted of a version. */
export interface WantedArchive extends FoundPart {
  readonly form: ArchiveForm;
  /** See `VersionPart`. */
  readonly stored: boolean;
}

export interface MakingArchives {
  readonly bytes: Pick<ByteStore, 'get'>;
  readonly log: Logger;
  /** The name of this software. */
  readonly software: string;
  readonly crcs: KeptCrcs;
  readonly correlationId: string;
}

/**
 * The archive file of a version or of a folder. Rejects with ContentFault, and with RequestFault 409 for a file that
 * cannot be in a bag under its name.
 */
export const makeArchiveFile = async (making: MakingArchives, wanted: WantedArchive): Promise<ArchiveFile> => {
  const entries = wanted.form === 'bag' ? await bagEntries(making, wanted) : plainEntries(making, wanted);
  const open = (entry: VersionEntry): AsyncIterable<Uint8Array> => entry.open();
  if (wanted.form === 'tar') return tarFile(entries, open);
  return zipFile(entries, open, { known: making.crcs, comment: versionText(wanted) });
};

/** As `letters/1911@v1`. */
const versionText = ({ version: { group, version } }: FoundPart): string => `${group}@${versionName(version)}`;

const opener =
  (making: MakingArchives, wanted: WantedArchive) =>
  (file: PreservedFile): AsyncIterable<Uint8Array> =>
    openChecked({ ...making, version: versionText(wanted) }, file);

/** In the order of their names, which all begin in the same folder. */
const plainEntries = (making: MakingArchives, wanted: WantedArchive): Iterable<VersionEntry> => {
  const open = opener(making, wanted);
  const files = preservedFiles(wanted.version);
  return {
    *[Symbol.iterator]() {
      for (const file of files) {
        const name = nameInPart(file.stored, wanted);
        if (name !== null) yield versionEntry(name, file, open);
      }
    },
  };
};

/** In a folder of the name of the bag, as RFC 8493 wants it of a serialised one (section 4). */
const bagEntries = async (making: MakingArchives, wanted: WantedArchive): Promise<VersionEntry[]> => {
  const { version, below } = wanted;
  const entries = await bagOf({
    files: preservedFiles(version),
    part: wanted,
    open: opener(making, wanted),
    made: new Date(version.heading.created),
    version: versionText(wanted),
    software: making.software,
  });
  const folder = archiveFileName(version.group, versionName(version.version), below);
  return entries.map((entry) => ({ ...entry, path: `${folder}/${entry.path}` }));
};

const bagOf: typeof bagOfVersion = async (bagged) => {
  try {
    return await bagOfVersion(bagged);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RequestFault(409, `${error.message}. Ask for a zip or a tar, which take every name.`);
  }
};

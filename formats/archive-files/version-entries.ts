import type { RecordedDigest } from '../digests/checked-bytes.js';
import type { ArchiveEntry } from './archive-file.js';

/** A file of a version of an archival group. */
export interface VersionFile {
  /** As stored, within the group: `objects/…`, `metadata/…`, the METS. */
  readonly stored: string;
  /** In bytes. */
  readonly size: number;
  readonly digest: RecordedDigest;
  /** When the depositor's file was last changed (RFC 3339); null where it was not recorded. */
  readonly fileDate: string | null;
}

/** An entry with what it holds. */
export interface VersionEntry extends ArchiveEntry {
  readonly digest: RecordedDigest;
  /** Its bytes from the start; called again where they are needed again. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Which files of a version there are in an archive file, and how they are named. */
export interface VersionPart {
  /** A folder as stored, whose files are named from there; empty for the whole version. */
  readonly below: string;
  /**
   * Whether a whole version is as stored, with METS and outputs of tools. Else it has the depositor's files, under the
   * names that they had: without `objects/`.
   */
  readonly stored: boolean;
}

/** The folder of the depositor's files. */
const DEPOSITED = 'objects/';

/** The name of a stored file in an archive file; null where it is not in it. */
export const nameInPart = (stored: string, part: VersionPart): string | null => {
  const folder = folderOf(part);
  return stored.startsWith(folder) ? stored.slice(folder.length) : null;
};

const folderOf = ({ below, stored }: VersionPart): string => {
  if (below !== '') return `${below}/`;
  return stored ? '' : DEPOSITED;
};

const dateOf = ({ fileDate }: Pick<VersionFile, 'fileDate'>): Date | null =>
  fileDate === null ? null : new Date(fileDate);

/** The entry of a file in the archive file of everything below a folder; null where it is not there. */
export const storedEntry = (
  file: Pick<VersionFile, 'stored' | 'size' | 'fileDate'>,
  below: string,
): ArchiveEntry | null => {
  const path = nameInPart(file.stored, { below, stored: true });
  return path === null ? null : { path, size: file.size, modified: dateOf(file) };
};

/** A file of a version as an entry of this path. */
export const versionEntry = <File extends VersionFile>(
  path: string,
  file: File,
  open: (file: File) => AsyncIterable<Uint8Array>,
): VersionEntry => ({
  path,
  size: file.size,
  modified: dateOf(file),
  digest: file.digest,
  open: () => open(file),
});

import { runInSlices } from '../../flow/run-in-slices.js';
import { mapSliced } from '../../flow/slices.js';
import type { FileInMets, ScanInMets } from '../../formats/mets/files-in-mets.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import type { describedFiles, DescribingDependencies } from './described-files.js';
import { sinceInHistory } from './since-in-history.js';
import type { StoredFile, StoredVersion, VersionReader } from './stored-version.js';

/** A file of a version, as it is listed. */
export interface FileOfVersion {
  /** Within the group. */
  readonly stored: string;
  readonly size: number;
  readonly digest: { readonly algorithm: 'sha256' | 'sha512'; readonly value: string };
  /** The version in which the path got these bytes. */
  readonly since: number;
  readonly mediaType: string | null;
  readonly format: { readonly name: string; readonly version: string | null; readonly key: string | null } | null;
  /** When the file was last changed at its source (RFC 3339). */
  readonly fileDate: string | null;
  readonly originalName: string | null;
  /** The virus scans that the METS has, the newest first; one list for all files that have the same. */
  readonly scans: readonly ScanInMets[];
}

export interface ListingDependencies extends DescribingDependencies {
  readonly reader: Pick<VersionReader, 'wholeInventory'>;
}

/** Tells what is listed of a file of a version. */
export type FileReader = (stored: string, file: StoredFile) => FileOfVersion;

/**
 * Reads what is listed of the files of a version. What only its METS says is null where that is not wanted (`described`).
 * Rejects as `readStoredVersion` does, and with MetsWorkFault.
 */
export const fileReader = async (
  on: ListingDependencies,
  version: StoredVersion,
  { described }: { readonly described: boolean },
): Promise<FileReader> => {
  const sinceOf = await sinceReader(on, version);
  const inMets = described ? await said(on, version) : null;
  const { algorithm } = version;
  return (stored, file) =>
    fileOfVersion(stored, file, { algorithm, since: sinceOf(stored, file), said: inMets?.get(stored) });
};

/** All files of a version by stored path, in the order of UTF-8 bytes. */
export const readAllFiles = ({ files }: StoredVersion, read: FileReader): Promise<readonly FileOfVersion[]> =>
  runInSlices(mapSliced(files, ([stored, file]) => read(stored, file)));

/** The same, with what is read for it. Rejects as `fileReader` does. */
export const filesOfVersion = async (
  on: ListingDependencies,
  version: StoredVersion,
  what: { readonly described: boolean },
): Promise<readonly FileOfVersion[]> => readAllFiles(version, await fileReader(on, version, what));

/** Loads what reads a METS, which takes as long as a short listing. */
const said = async (...of: Parameters<typeof describedFiles>): ReturnType<typeof describedFiles> =>
  (await import('./described-files.js')).describedFiles(...of);

/** Tells of each file of a version in which version its path got these bytes; reads the whole inventory where it must. */
export const sinceReader = async (
  { reader }: Pick<ListingDependencies, 'reader'>,
  { group, head, version, files }: StoredVersion,
): Promise<(stored: string, file: Pick<StoredFile, 'since'>) => number> => {
  const unclear = new Set<string>();
  for (const [stored, { since }] of files) if (since === null) unclear.add(stored);
  const told =
    unclear.size === 0
      ? new Map<string, number>()
      : await runInSlices(sinceInHistory(await reader.wholeInventory(group, head), version, unclear));
  return (stored, { since }) => since ?? told.get(stored) ?? version;
};

interface Known {
  readonly algorithm: FileOfVersion['digest']['algorithm'];
  readonly since: number;
  readonly said: FileInMets | undefined;
}

const NO_SCANS: FileOfVersion['scans'] = [];

/** What is listed of a file of a version. */
export const fileOfVersion = (stored: string, file: StoredFile, { algorithm, since, said }: Known): FileOfVersion => ({
  stored,
  size: file.size,
  digest: { algorithm, value: file.digest },
  since,
  mediaType: said?.contentType ?? file.contentType,
  format: formatOf(said?.format ?? null),
  fileDate: file.fileModified,
  originalName: said?.originalName ?? null,
  scans: said?.scans ?? NO_SCANS,
});

const formatOf = (format: FileInMets['format']): FileOfVersion['format'] =>
  format === null ? null : { name: format.name, version: format.version ?? null, key: format.pronomKey };

/** Which files of a listing are wanted. */
export interface ListingPage {
  /** A stored path or folder; empty for all. */
  readonly below: string;
  /** The stored path that the page begins after; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** A page of a sorted listing, and the path that the next one begins after; null where this is the last. */
export const pageOfFiles = <File extends Pick<FileOfVersion, 'stored'>>(
  files: readonly File[],
  { below, after, limit }: ListingPage,
): { readonly files: readonly File[]; readonly next: string | null } => {
  const [first, end] = rangeBelow(files, below);
  const start = after === null ? first : Math.max(first, firstFrom(files, after, 1));
  const page = files.slice(start, Math.min(end, start + limit));
  return { files: page, next: start + page.length < end ? (page.at(-1)?.stored ?? null) : null };
};

/** Where the file at a path, or the files below it, are in the listing. */
const rangeBelow = (files: readonly Pick<FileOfVersion, 'stored'>[], below: string): readonly [number, number] => {
  if (below === '') return [0, files.length];
  const at = firstFrom(files, below, 0);
  if (files[at]?.stored === below) return [at, at + 1];
  // The character after the slash.
  return [firstFrom(files, `${below}/`, 0), firstFrom(files, `${below}0`, 0)];
};

/** The index of the first file whose path is not before `path`, or with `least` 1 is behind it. */
const firstFrom = (files: readonly Pick<FileOfVersion, 'stored'>[], path: string, least: 0 | 1): number => {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const isFrom = Math.sign(compareUtf8(files[middle]?.stored ?? '', path)) >= least;
    if (isFrom) high = middle;
    else low = middle + 1;
  }
  return low;
};

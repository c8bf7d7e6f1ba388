import { createHash } from 'node:crypto';
import type { FileOfVersion } from '../../../commands/reads/files-of-version.js';
import { eachSliced, type SlicedWork } from '../../../flow/slices.js';
import { isBelow } from '../../../formats/paths/repository-path.js';

/** How often a format occurs. */
interface FormatSum {
  readonly name: string;
  readonly version: string | null;
  readonly key: string | null;
  readonly files: number;
  readonly bytes: number;
}

/** What a report says of the files of a version in numbers. */
export interface CountedFiles {
  /** All stored files: how many, and the SHA-256 of the list of them. */
  readonly listing: { readonly files: number; readonly bytes: number; readonly sha256: string };
  /** Of the files below `objects/`, as the METS says. */
  readonly findings: { readonly scanned: number; readonly infected: number; readonly identified: number };
  /** Of these, the most frequent first. */
  readonly formats: readonly FormatSum[];
  /** All of them; null where they are too many. */
  readonly files: readonly FileOfVersion[] | null;
}

/** Above so many files a report has their digest alone; the list is `GET /files/{path}`. */
const MOST_FILES = 2_000;

/** The key of a format that a tool looked for and did not find. */
const UNKNOWN = 'UNKNOWN';

/**
 * Counts the files of a listing, and digests the list: for each file its digest, two spaces, its path and a line feed, in
 * the order of the listing, as UTF-8.
 */
export function* countFiles(files: readonly FileOfVersion[]): SlicedWork<CountedFiles> {
  const list = createHash('sha256');
  const formats = new Map<string, FormatSum>();
  let [bytes, scanned, infected, identified] = [0, 0, 0, 0];
  yield* eachSliced(files, (file) => {
    const { stored, size, digest, format, virus } = file;
    list.update(`${digest.value}  ${stored}\n`);
    bytes += size;
    if (!isBelow(stored, 'objects')) return;
    if (virus !== null) scanned += 1;
    if (virus?.found === true) infected += 1;
    if (format === null || format.key === UNKNOWN) return;
    identified += 1;
    const named = `${format.key} ${format.name} ${format.version}`;
    const known = formats.get(named) ?? { ...format, files: 0, bytes: 0 };
    formats.set(named, { ...known, files: known.files + 1, bytes: known.bytes + size });
  });
  return {
    listing: { files: files.length, bytes, sha256: list.digest('hex') },
    findings: { scanned, infected, identified },
    formats: [...formats.values()].toSorted((a, b) => b.files - a.files),
    files: files.length > MOST_FILES ? null : files,
  };
}

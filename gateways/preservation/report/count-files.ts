import { createHash } from 'node:crypto';
import type { FileOfVersion } from '../../../commands/reads/files-of-version.js';
import type { StoredVersion } from '../../../commands/reads/stored-version.js';
import { eachSliced, type SlicedWork } from '../../../flow/slices.js';
import { momentOrNull } from '../../rendering/moment.js';
import { isBelow } from '../../../formats/paths/repository-path.js';

/** How often a format occurs. */
interface FormatSum {
  readonly name: string;
  readonly version: string | null;
  readonly key: string | null;
  readonly files: number;
  readonly bytes: number;
}

/** All stored files: how many, and the SHA-256 of the list of them. */
export interface ListedFiles {
  readonly files: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the METS of a version says of its files below `objects/`. */
export interface CountedFiles {
  readonly findings: {
    readonly scanned: number;
    readonly infected: number;
    readonly identified: number;
    /** Of the newest scan with a time: when it was, and the scanner with its definitions. */
    readonly lastScan: string | null;
    readonly scanner: string | null;
  };
  /** The most frequent first. */
  readonly formats: readonly FormatSum[];
  /** All stored files; null where they are too many. */
  readonly files: readonly FileOfVersion[] | null;
}

/** Above so many files a report has their digest alone; the list is `GET /files/{path}`. */
const MOST_FILES = 2_000;

/** The key of a format that a tool looked for and did not find. */
const UNKNOWN = 'UNKNOWN';

/**
 * Counts the files of a version, and digests the list: for each file its digest, two spaces, its path and a line feed, in
 * the order of UTF-8 bytes, as UTF-8.
 */
export function* listingOf({ files }: Pick<StoredVersion, 'files'>): SlicedWork<ListedFiles> {
  const list = createHash('sha256');
  let bytes = 0;
  yield* eachSliced(files, ([path, { digest, size }]) => {
    list.update(`${digest}  ${path}\n`);
    bytes += size;
  });
  return { files: files.size, bytes, sha256: list.digest('hex') };
}

type Scan = FileOfVersion['scans'][number];

/** Counts the newest scans of files. */
const countScans = () => {
  const counts = { scanned: 0, infected: 0 };
  let last: Scan | null = null;
  return {
    add: (scan: Scan | undefined): void => {
      if (scan === undefined) return;
      counts.scanned += 1;
      if (scan.found) counts.infected += 1;
      if (scan.at !== null && scan.at > (last?.at ?? '')) last = scan;
    },
    counted: () => ({ ...counts, lastScan: momentOrNull(last?.at ?? null), scanner: last?.definition ?? null }),
  };
};

/** Counts what the METS says of the files of a listing. */
export function* countFiles(files: readonly FileOfVersion[]): SlicedWork<CountedFiles> {
  const formats = new Map<string, FormatSum>();
  const scans = countScans();
  let identified = 0;
  yield* eachSliced(files, ({ stored, size, format, scans: [newest] }) => {
    if (!isBelow(stored, 'objects')) return;
    scans.add(newest);
    if (format === null || format.key === UNKNOWN) return;
    identified += 1;
    const named = `${format.key} ${format.name} ${format.version}`;
    const known = formats.get(named) ?? { ...format, files: 0, bytes: 0 };
    formats.set(named, { ...known, files: known.files + 1, bytes: known.bytes + size });
  });
  return {
    findings: { identified, ...scans.counted() },
    formats: [...formats.values()].toSorted((a, b) => b.files - a.files),
    files: files.length > MOST_FILES ? null : files,
  };
}

import type { ReadBag } from '../bagit/bag-under-test.js';
import type { MetadataEntry, ToolOutput } from '../metadata/entries.js';

/** A file in a listing of a workspace; the path is relative to the workspace's root, above `data/`. */
export interface ListedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** When the store last took new content for it; null where that is not known. */
  readonly modified: Date | null;
}

/** The source of tool outputs: a listing of files, and access to their bytes. */
export interface ToolSources {
  readonly files: Iterable<ListedFile>;
  /** The bytes from the start; called again when another reader tries the file. */
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
}

/**
 * A problem of an output. `unreadable`: opening or reading it failed, and nothing of it is used; `not-understood`: it
 * is not of the kind that its path implies; `in-part`: some of it was left out; `too-long`: it was not read to its end.
 * Of a virus log (companion 9.5): `scan-unfinished`: it has no summary; `scan-without-signatures`: the scanner knew no
 * virus; `scan-failed`: the scanner had an error that concerns no file; `scan-incomplete`: fewer files were scanned than
 * the batch report lists. After these four no file counts as clean. `scan-in-part`: the scanner could not read some
 * files, and the log does not identify them; `hit-unplaced`: it found a virus in files that are not in the workspace.
 * After these two only files that the log calls clean by name count as clean.
 */
export type ToolProblem =
  | 'unreadable'
  | 'not-understood'
  | 'in-part'
  | 'too-long'
  | 'scan-unfinished'
  | 'scan-without-signatures'
  | 'scan-failed'
  | 'scan-incomplete'
  | 'scan-in-part'
  | 'hit-unplaced';

/** One for each output and problem; the readable part is still used. */
export interface ToolWarning {
  /** Relative to the workspace's true root. */
  readonly path: string;
  readonly problem: ToolProblem;
  /** How many lines, rows or documents were left out, or files not scanned. */
  readonly leftOut?: number;
  /** The first of the affected files, by the tool's paths, or of the errors. */
  readonly names?: readonly string[];
  readonly cause?: unknown;
}

/** The results of the tools. Paths are relative to the root of the files, without `data/` in a bag. */
export interface ToolReadings {
  /** The folder of the files in the workspace. */
  readonly filesRoot: '' | 'data/';
  /** In the order BagIt, format identification, batch report, virus scan, metadata extraction. */
  readonly entries: ReadonlyMap<string, readonly MetadataEntry[]>;
  /** The documents of a file, rendered on each call; they are not in `entries`. */
  readonly documentsOf: (path: string) => ToolOutput[];
  /** What the manifests of the bag say that the workspace is; null where it has none, or they cannot be read. */
  readonly bag: ReadBag | null;
  readonly warnings: readonly ToolWarning[];
}

import type { MetadataEntry, ToolOutput } from '../metadata/entries.js';

/** A file of a workspace as a listing shows it; the path is relative to the workspace's true root. */
export interface ListedFile {
  readonly path: string;
  /** When the store last took a new content for it; null where that is not known. */
  readonly modified: Date | null;
}

/** Where tool outputs are read from: a listing, and a way to the bytes of what it lists. */
export interface ToolSources {
  readonly files: Iterable<ListedFile>;
  /** The bytes from the start; called more than once for a file that has to be read in another way. */
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
}

/**
 * What became of an output that could not be taken as it is: `unreadable`: opening or reading it failed and nothing of
 * it is used; `not-understood`: it is not what its place says; `in-part`: some of it was left out; `too-long`: it was not
 * read to its end; `scan-unfinished`: the virus log has no summary, so that it vouches for no file; `scan-in-part`: the
 * scanner could not read files that cannot be told from its log; `hit-unplaced`: it found a virus in files that are not
 * here. After these two a log vouches only for files that it calls clean one by one.
 */
export type ToolProblem =
  'unreadable' | 'not-understood' | 'in-part' | 'too-long' | 'scan-unfinished' | 'scan-in-part' | 'hit-unplaced';

/** One for each output and problem, to be logged; what could be read is read all the same. */
export interface ToolWarning {
  /** Relative to the workspace's true root. */
  readonly path: string;
  readonly problem: ToolProblem;
  /** How many lines, rows or documents were left out. */
  readonly leftOut?: number;
  /** The first of the files that it is about, as the tool calls them. */
  readonly names?: readonly string[];
  readonly cause?: unknown;
}

/** What the tools say. Paths are relative to the root of the files: `data/` of a bag is not part of them. */
export interface ToolReadings {
  /** Where the files begin in the workspace. */
  readonly filesRoot: '' | 'data/';
  /** In the order BagIt, format identification, batch report, virus scan, metadata extraction. */
  readonly entries: ReadonlyMap<string, readonly MetadataEntry[]>;
  /** The documents that belong to a file, rendered on each call: they are not among its entries. */
  readonly documentsOf: (path: string) => ToolOutput[];
  readonly warnings: readonly ToolWarning[];
}

import type { ArchivedFile } from '../../../archive/archive.js';

/** A file that was found. */
export interface Found {
  /** From the root of the archive. */
  readonly path: string;
  readonly version: number;
  /** Whether the path without a version means this one. */
  readonly isNewest: boolean;
  /** Null where only the path was searched. */
  readonly file: ArchivedFile | null;
}

import type { Digest } from '../../../../archive/archive.js';

/** The bytes of a file: where they lie on this computer, all of a small file, or as they come. */
export type FileContent = { readonly path: string } | Buffer | AsyncIterable<Buffer>;

/** A file that is written, and what it must be. */
export interface FileToWrite {
  /** Where nothing is yet. */
  readonly path: string;
  readonly size: number;
  readonly digest: Digest;
  /** When it was last changed, as its folder shows it; null for now. */
  readonly date: Date | null;
  readonly content: FileContent;
}

/** What was read of some files, in their order: the digest of each, null where its bytes are not there. */
export interface WrittenFiles {
  readonly found: readonly (string | null)[];
  /** What ended it; then the other files were not written. Null where nothing did. */
  readonly failure: unknown;
}

/** Paths of a file. */
export interface NewName {
  readonly from: string;
  readonly to: string;
}

/** Which files have got their names. */
export interface RenamedFiles {
  /** One for each file, in their order: whether it has. */
  readonly isRenamed: readonly boolean[];
  /** A name that was taken, where one was; null otherwise. */
  readonly taken: string | null;
  /** As of WrittenFiles. */
  readonly failure: unknown;
}

/**
 * Writes files, and computes the digest of each on the way: one with another than it must have is not left behind. Fails
 * with the errors of the system, as a TargetDisk does.
 */
export interface FileWriter {
  /** Files that are together read in one go; none has a content that is still to come. */
  writeSmall(files: readonly FileToWrite[]): Promise<WrittenFiles>;
  /** One of any size. Rejects with the reason of the signal soon after that aborts. */
  write(file: FileToWrite, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<WrittenFiles>;
  /** Gives files other names, not those that something has, unless that may be replaced. */
  rename(names: readonly NewName[], mayReplace: boolean): Promise<RenamedFiles>;
  close(): Promise<void>;
}

import type { FileWriter } from './writing/file-writer.js';

type TargetKind = 'file' | 'folder' | 'other';

/** A file that is being written. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

/**
 * The file system that is restored to. Fails with the errors of the system, by their codes (`ENOSPC`, `EINVAL`,
 * `ENAMETOOLONG`). What is done in memory of the system is synchronous: handing it to a thread takes longer.
 */
export interface TargetDisk {
  /** What is at a path, without following a link at its end; null where nothing is. */
  kindOf(path: string): TargetKind | null;
  /** As `kindOf`, of what a link at the end leads to. */
  kindBehind(path: string): TargetKind | null;
  /** The names in a folder, in no order. */
  names(folder: string): Promise<readonly string[]>;
  /** Makes one folder, which must not exist. */
  makeFolder(path: string): void;
  /** Makes a file, which must not exist. */
  create(path: string): NewFile;
  /** What writes very many files. */
  writer(): FileWriter;
  /** Goes on with a file at a length, up to which it is cut. */
  goOn(path: string, length: number): NewFile;
  /** The bytes of a file, which is not a link. */
  read(path: string): AsyncIterable<Uint8Array>;
  rename(from: string, to: string): void;
  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): void;
  /** Resolves when a power cut takes away nothing that was written below a folder; of all, `paths` were. */
  settle(folder: string, paths: readonly string[]): Promise<void>;
}

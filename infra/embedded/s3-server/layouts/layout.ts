import type { CommitOptions } from '../engine/object-engine.js';
import type { OpenFile } from '../../file-system/files.js';
import type { ObjectRecord } from '../engine/object-record.js';
import type { ReservedName, TemporaryFile } from '../bytes/temporary-file.js';
import type { FilePlace } from '../bytes/small-files.js';
import type { WholeCopied } from '../bytes/whole-copy.js';

export interface OpenObject {
  readonly record: ObjectRecord;
  readonly file: OpenFile;
  readonly path: string;
}

/**
 * The next position of a walk over keys. It is read before each step, so that the reader can skip all keys with a
 * prefix.
 */
export interface KeySeek {
  readonly prefix: string;
  /** Only keys after this one. */
  readonly after: string | null;
  /** Only keys after all that begin with this; set by the reader. */
  past: string | null;
}

export interface LayoutCommit {
  readonly onlyIf?: CommitOptions['onlyIf'];
  /** Runs in the write of the row. */
  readonly inSameWrite?: () => void;
}

/** The file of an object for a thread, which finds out by itself whether it is there. */
export interface ObjectPlace {
  readonly record: ObjectRecord;
  readonly place: FilePlace;
}

/** A copy that a thread is asked for, and what is recorded of it. */
export interface MovedCopy extends Pick<LayoutCommit, 'onlyIf'> {
  /** Copies to a path; null where that was declined. */
  readonly copyTo: (place: FilePlace) => Promise<MovableFile | null>;
  readonly recordOf: (file: TemporaryFile) => ObjectRecord;
}

/** A copy that is at its path, or waits in the temporary folder to be moved there. */
export interface MovableFile {
  readonly file: TemporaryFile;
  readonly copied: Exclude<WholeCopied, { readonly kind: 'declined' }>;
  /** Removes it from the temporary folder. */
  readonly discard: () => Promise<void>;
}

/** How a bucket keeps its objects on the disk. Rejects with ByteStoreFault or with errors `storeFault` translates. */
export interface Layout {
  /** Throws `key-refused` for a key that it can never hold. */
  check(key: string): void;
  /**
   * Makes the temporary file the object, or rejects, in one step with the check of `onlyIf`. The temporary file no
   * longer exists when it resolves.
   */
  commit(file: TemporaryFile, key: string, record: ObjectRecord, options: LayoutCommit): Promise<void>;
  /**
   * As `commit`, with a copy that a thread moves to its path, and which is only made where `onlyIf` holds; null where the
   * copy was declined.
   */
  commitMoved?(key: string, copy: MovedCopy): Promise<ObjectRecord | null>;
  /** A name for new bytes, where they are written where they are to stay. */
  readonly reserve?: () => Promise<ReservedName>;
  /** The place of an object whose bytes never change there, since a new object gets another file. */
  placeOf?(key: string): ObjectPlace | null;
  head(key: string): Promise<ObjectRecord | null>;
  /** As `head`, of many keys in their order at a time. */
  heads(keys: readonly string[]): Promise<readonly (ObjectRecord | null)[]>;
  /** The record and its bytes; the caller closes the file. */
  open(key: string): Promise<OpenObject | null>;
  delete(keys: readonly string[]): Promise<void>;
  keys(seek: KeySeek): AsyncIterable<string> | Iterable<string>;
}

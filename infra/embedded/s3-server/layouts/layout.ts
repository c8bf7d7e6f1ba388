import type { CommitOptions } from '../contract/object-engine.js';
import type { ObjectRecord, OpenObject } from '../contract/object-record.js';
import type { TemporaryFile } from '../bytes/temporary-file.js';

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
  /** Whether the keys in a folder below the prefix are wanted, by the rest of its name; a walk may leave out the others. */
  readonly isWanted?: ((name: string) => boolean) | undefined;
}

export interface LayoutCommit {
  readonly onlyIf?: CommitOptions['onlyIf'];
  /** Runs in the write of the row. */
  readonly inSameWrite?: () => void;
}

/** How a bucket keeps its objects on the disk. Rejects with ByteStoreFault or with errors `storeFault` translates. */
export interface Layout {
  readonly kind: 'indexed' | 'plain';
  /** Throws `key-refused` for a key that it can never hold. */
  check(key: string): void;
  /**
   * Makes the temporary file the object, or rejects, in one step with the check of `onlyIf`. The temporary file no
   * longer exists when it resolves.
   */
  commit(file: TemporaryFile, key: string, record: ObjectRecord, options: LayoutCommit): Promise<void>;
  head(key: string): Promise<ObjectRecord | null>;
  /** As `head`, of many keys in their order at a time. */
  heads(keys: readonly string[]): Promise<readonly (ObjectRecord | null)[]>;
  /** The record and its bytes; the caller closes the file. */
  open(key: string): Promise<OpenObject | null>;
  delete(keys: readonly string[]): Promise<void>;
  keys(seek: KeySeek): AsyncIterable<string> | Iterable<string>;
}

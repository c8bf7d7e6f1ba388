/** A file of a copy, or something else that is in its place. */
export interface CopiedFile {
  /** Below the copy. */
  readonly name: string;
  /** Null for a link, a pipe and anything else that is no file. */
  readonly open: (() => Promise<AsyncIterable<Uint8Array>>) | null;
}

/** A copy of a version, or of the OCFL object of a group, on this computer. */
export interface LocalCopy {
  readonly kind: 'version' | 'object';
  /** The path and version that it says it has the files of, as `letters/1911@v1`; null where it says nothing. */
  readonly of: string | null;
  files(): AsyncIterable<CopiedFile>;
  close(): Promise<void>;
}

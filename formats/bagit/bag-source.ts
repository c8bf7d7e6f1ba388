/** A file of a bag. */
export interface BagFile {
  /** Relative to the root of the bag, its names separated by slashes. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Where a bag lies: a folder, or the keys of an object store below a prefix. */
export interface BagSource {
  /** Each file once, in any order. Folders are left out, or given as a path that ends in a slash, without bytes. */
  readonly list: () => AsyncIterable<BagFile>;
  /** The bytes of a listed file from its start; called again where they are needed again. */
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
}

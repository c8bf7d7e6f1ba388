/** What the METS says of one file. */
export interface DescribedFile {
  readonly name: string | null;
  readonly sha256: string | null;
  readonly size: number | null;
  readonly contentType: string | null;
}

/** What the METS says of the deposit, the METS file itself included. */
export interface Description {
  readonly files: ReadonlyMap<string, DescribedFile>;
  readonly folders: ReadonlyMap<string, { readonly name: string | null }>;
  /** Path of the METS file; null for a deposit that has none. */
  readonly metsPath: string | null;
}

/** The description of one file in the METS. */
export interface DescribedFile {
  readonly name: string | null;
  readonly sha256: string | null;
  /** Another SHA-256 that the METS gives beside it; null without a contradiction. */
  readonly otherDigest: string | null;
  readonly size: number | null;
  readonly contentType: string | null;
}

/** The files and folders that the METS describes, and the METS file itself. */
export interface Description {
  readonly files: ReadonlyMap<string, DescribedFile>;
  readonly folders: ReadonlyMap<string, { readonly name: string | null }>;
  /** Path of the METS file; null for a deposit that has none. */
  readonly metsPath: string | null;
}

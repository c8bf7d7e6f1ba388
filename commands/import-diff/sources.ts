import type { MetadataEntry } from '../../formats/metadata/entries.js';

/** A file of a deposit's workspace; paths are relative to the deposit's root. */
export interface WorkspaceFile {
  readonly path: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  /** Lower-case hex; null where the store has none for the whole object. */
  readonly sha256: string | null;
  /** As given at the upload. */
  readonly contentType: string | null;
  /** The recorded original name. */
  readonly name: string | null;
  /** When the file was changed where it came from; null where its upload did not say. */
  readonly fileModified: Date | null;
  /** What tools say of it, as far as it still holds. */
  readonly said: readonly MetadataEntry[];
}

export interface Workspace {
  readonly files: ReadonlyMap<string, WorkspaceFile>;
  /** Every folder, whether it has a marker object or is implied by a file; the name is the recorded original one. */
  readonly folders: ReadonlyMap<string, { readonly name: string | null }>;
}

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

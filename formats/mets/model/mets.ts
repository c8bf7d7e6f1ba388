/** What the platform reads from a METS of any producer (companion 6). Paths are relative to the METS root. */
export interface Mets {
  /** The title; null when there is none. */
  readonly name: string | null;
  /** The first agent's name. */
  readonly agent: string | null;
  /** Whether the agent is an accepted one (`MetsAgents`), so that the METS may be edited. */
  readonly editable: boolean;
  /** The root of the physical structure, at path '' and named `__ROOT`. */
  readonly root: MetsDirectory;
  /** Every file once, in the order of the physical structure. The METS itself is not among them. */
  readonly files: readonly MetsFile[];
  readonly filesByPath: ReadonlyMap<string, MetsFile>;
  /** By the ID of the mets:file. */
  readonly filesById: ReadonlyMap<string, MetsFile>;
  /** With the root at ''. */
  readonly directoriesByPath: ReadonlyMap<string, MetsDirectory>;
  /** IDs that several elements have. References to them were read only where they are unambiguous. */
  readonly duplicateIds: readonly string[];
  /** IDs that pointers of the physical structure name and no file or file group has. */
  readonly danglingFileIds: readonly string[];
  /** The IDs of files that are pointed to and have no location; they are not in `files`. */
  readonly unlocatedFileIds: readonly string[];
}

/** Common to directories and files. IDs are valid only within the document. */
interface MetsEntry {
  readonly localPath: string;
  /** The label, which may differ from the last segment of the path. */
  readonly name: string;
  readonly divId: string | null;
  readonly admId: string | null;
  /** premis:originalName, verbatim. */
  readonly originalName: string | null;
  /** premis:contentLocationValue: where the content was when the METS was written. */
  readonly storageLocation: string | null;
}

export interface MetsDirectory extends MetsEntry {
  readonly directories: readonly MetsDirectory[];
  readonly files: readonly MetsFile[];
}

export interface MetsFile extends MetsEntry {
  readonly fileId: string;
  /** SHA-256 from PREMIS, else from the attributes of the mets:file; null where the document has none. */
  readonly digest: string | null;
  /** Another SHA-256 that the attributes of the mets:file have beside that of PREMIS; null without a contradiction. */
  readonly otherDigest: string | null;
  /** In bytes. */
  readonly size: number | null;
  readonly contentType: string | null;
  readonly format: MetsFormat | null;
  readonly extents: MetsExtents;
  /** The first tag `Orientation` that a tool read out of the file, as it wrote it. */
  readonly orientation: string | null;
  /** The last tag `Rotation`, likewise. */
  readonly rotation: string | null;
}

export interface MetsFormat {
  /** The PRONOM key, such as `fmt/43`. */
  readonly pronomKey: string;
  readonly name: string;
  /** Absent where the document has none, as in what this platform writes. */
  readonly version?: string;
}

export interface MetsExtents {
  /** In pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** In seconds. */
  readonly duration: number | null;
}

import type { Readable } from 'node:stream';
import { faultClass } from '../../flow/fault.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** What is at a path, or at the shortest beginning of it that is an archival group. */
export type Place =
  | { readonly kind: 'container'; readonly path: RepositoryPath }
  | {
      readonly kind: 'group';
      readonly path: RepositoryPath;
      readonly name: string | null;
      /** Number of the newest version. */
      readonly head: number;
      /** The rest of the path, below the group; empty for the group itself. */
      readonly below: string;
    }
  /** `nearest` is the deepest container above that exists; empty for the root. `names` are some of its children, to suggest one. */
  | { readonly kind: 'none'; readonly nearest: RepositoryPath; readonly names: readonly string[] };

/** A child of a container. */
export interface Child {
  readonly kind: 'container' | 'group';
  readonly path: RepositoryPath;
  readonly name: string | null;
  /** Of a group: its newest version, and when that was made (RFC 3339). */
  readonly head: number | null;
  readonly modified: string | null;
}

export interface Digest {
  readonly algorithm: 'sha256' | 'sha512';
  /** Lower-case hex. */
  readonly value: string;
}

/** A file of a version. */
export interface ArchivedFile {
  /** As stored, within the group: `objects/…`, `metadata/…`, the METS. */
  readonly stored: string;
  readonly size: number;
  readonly digest: Digest;
  /** The version in which the path got these bytes. */
  readonly since: number;
  /** From the METS of the version, null where it does not say. */
  readonly mediaType: string | null;
  readonly format: { readonly name: string; readonly version: string | null; readonly key: string | null } | null;
  /** When the depositor's file was last changed (RFC 3339). */
  readonly fileDate: string | null;
  readonly originalName: string | null;
  /** Null where no scan is recorded. */
  readonly virus: { readonly found: boolean; readonly name: string | null } | null;
  /** Where it begins in the tar of what was listed, in bytes, where that was asked for and there is a tar. */
  readonly tarStart?: number;
}

/** A part of a tar, in bytes; the end is not included. */
export interface TarPart {
  readonly start: number;
  readonly end: number;
}

/** How files are listed. */
export interface ListingOptions {
  /** Whether the METS is read; else what only it says is null. True by default. */
  readonly described?: boolean;
  /** Whether the place of each file in the tar of all is wanted; false by default. */
  readonly placed?: boolean;
}

/** A file of the OCFL object that a group is stored as. */
export interface ObjectFile {
  /** Its path below the object root. */
  readonly stored: string;
  /** In bytes; null where the archive does not have the file. */
  readonly size: number | null;
}

export interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly renamed: number;
  readonly deleted: number;
}

/** A version of a group. Counts and sums are of the depositor's files: those below `objects/`. */
export interface ArchivedVersion {
  readonly version: number;
  /** RFC 3339. */
  readonly made: string;
  readonly agent: string | null;
  readonly message: string | null;
  readonly counts: Counts;
  readonly files: number;
  readonly bytes: number;
  /** What is stored beside them. */
  readonly beside: { readonly files: number; readonly bytes: number };
}

/** What a version did to a file. */
export interface FileChange {
  readonly kind: 'added' | 'changed' | 'renamed' | 'deleted';
  /** The stored path after the version; that of a deleted file is the last one. */
  readonly stored: string;
  /** The stored path before, of a renamed file; null otherwise. */
  readonly from: string | null;
  /** After the version; those of a deleted file are the last ones. */
  readonly size: number;
  readonly digest: Digest;
}

/** A version that changed a file, or files of a folder. Counts and sums are of what is at and below that path. */
export interface ArchivedChange extends ArchivedVersion {
  /** Null where the path is a folder. */
  readonly file: FileChange | null;
}

/** A file, a folder or all of a version. */
export interface ComparedPlace {
  readonly group: RepositoryPath;
  readonly version: number;
  /** A stored path; empty for all. */
  readonly below: string;
}

/** A file that two places do not have alike. Where these differ, the paths of the older one are as if it were the newer. */
export interface PlaceChange {
  readonly kind: keyof Counts;
  /** Of a deleted file the last stored path. */
  readonly stored: string;
  /** The former stored path of a renamed file; null otherwise. */
  readonly from: string | null;
  /** In bytes; of a deleted file the last one. */
  readonly size: number;
  /** Null where the file was deleted. */
  readonly digest: Digest | null;
  /** Null where the file was added. */
  readonly digestBefore: Digest | null;
  /** Of a deleted file, the topmost folder that has no files any more and was not emptied by renaming; null where there is none. */
  readonly goneFolder: string | null;
}

/** How two places differ. A file that came with the bytes of one that went is renamed. */
export interface Comparison {
  readonly counts: Counts;
  /** Files that both have alike. */
  readonly same: number;
  /** What the newer place has. */
  readonly newer: { readonly files: number; readonly bytes: number };
  /** The changes of a kind, by folder and name, as people sort names. They may be read again. */
  changes(kind: keyof Counts): AsyncIterable<PlaceChange>;
}

/** What a report says of a version besides its files. Some numbers are of the files below `objects/`, as the METS says. */
export interface VersionReport {
  readonly version: ArchivedVersion;
  /** Newest first, a part of them where there are very many. */
  readonly versions: readonly ArchivedVersion[];
  /** How many are older than these. */
  readonly olderVersions: number;
  /** The newest audit of the group, or of everything; null where none is known. */
  readonly lastCheck: {
    /** The address of its job. */
    readonly job: string;
    /** RFC 3339. */
    readonly finished: string;
    /** Whether it trusted the digests that the store records. */
    readonly quick: boolean;
    readonly findings: number;
  } | null;
  readonly findings: { readonly scanned: number; readonly infected: number; readonly identified: number };
  /** The most frequent first. */
  readonly formats: readonly (NonNullable<ArchivedFile['format']> & {
    readonly files: number;
    readonly bytes: number;
  })[];
  /** All stored files as `files` lists them; null where these are very many. */
  readonly files: readonly ArchivedFile[] | null;
  /** Newest first, a part of them where there are very many. */
  readonly events: readonly ArchivedEvent[];
  /** Whether there are older ones. */
  readonly olderEvents: boolean;
}

export interface FoundFile {
  readonly group: RepositoryPath;
  readonly stored: string;
  readonly version: number;
}

/** Which files `search` looks for in the newest version of every group; each given member must hold. */
export interface Wanted {
  /** A part of the path, in any casing. */
  readonly text?: string;
  /** SHA-256, lower-case hex, whole. */
  readonly digest?: string;
  /** RFC 3339: in a version made since then. */
  readonly since?: string;
}

/** Which jobs are listed; each given member must hold. */
export interface JobChoice {
  readonly group?: RepositoryPath;
  readonly kinds?: readonly string[];
  readonly states?: readonly string[];
}

/** The bytes of a file: a small one of a disk comes whole, since its bytes are read faster than a stream is made of them. */
export type Content = Buffer | Readable;

/** The bytes of a file, piece by piece. */
export const piecesOf = (content: Content): AsyncIterable<Buffer> | Iterable<Buffer> =>
  Buffer.isBuffer(content) ? [content] : content;

/** An archive that is read: a platform that runs, or a data folder. All reject with ArchiveFault. Paths are unescaped. */
export interface Archive {
  place(path: RepositoryPath): Promise<Place>;
  /** By name, in the order of UTF-8 bytes. */
  children(container: RepositoryPath): AsyncIterable<Child>;
  /** Newest first. */
  versions(group: RepositoryPath): AsyncIterable<ArchivedVersion>;
  /**
   * The versions that changed what is at a stored path, newest first; none where nothing was ever there. A file is
   * followed to the names that it had before, and one that is no longer there begins with its deletion or its renaming.
   */
  changesOf(group: RepositoryPath, below: string): AsyncIterable<ArchivedChange>;
  /** What differs between two places, the older one first. A path that only one of them has is no error, nor one that neither has. */
  compare(from: ComparedPlace, to: ComparedPlace): Promise<Comparison>;
  /** By stored path, in the order of UTF-8 bytes; `below` is a stored path or folder, empty for all. */
  files(group: RepositoryPath, version: number, below?: string, options?: ListingOptions): AsyncIterable<ArchivedFile>;
  /** The bytes of a file, from an offset on; not compared with their digest. */
  open(
    group: RepositoryPath,
    version: number,
    file: Pick<ArchivedFile, 'stored' | 'size'>,
    from?: number,
  ): Promise<Content>;
  /**
   * Where the bytes of a file lie on this computer, whether they are there or not. Only an archive has it whose files this
   * computer has.
   */
  pathOf?(group: RepositoryPath, version: number, stored: string): Promise<string>;
  /**
   * Bytes of the tar of everything that is stored below a folder, or in a version where that is empty: from `start` to
   * `end`, which is not included. Only an archive has it that is asked over a network, where many small files in one answer
   * come many times faster.
   */
  openTar?(group: RepositoryPath, version: number, below: string, part: TarPart): Promise<Readable>;
  /**
   * The files that the OCFL object of a group has up to a version, by path in the order of UTF-8 bytes: the declaration,
   * the inventories with their sidecars, and the content that the inventory names.
   */
  objectFiles(group: RepositoryPath, version: number): AsyncIterable<ObjectFile>;
  /** The bytes of one of these files, from an offset on; not compared with their digest. */
  openObjectFile(
    group: RepositoryPath,
    version: number,
    file: Pick<ArchivedFile, 'stored' | 'size'>,
    from?: number,
  ): Promise<Content>;
  /** As `pathOf`, of one of these files. */
  pathOfObjectFile?(group: RepositoryPath, version: number, stored: string): Promise<string>;
  /** What is known of a version and its group, and what its METS says in sum. */
  report(group: RepositoryPath, version: number): Promise<VersionReport>;
  search(wanted: Wanted): AsyncIterable<FoundFile>;
  /** Events of a group, newest first: members as in OpenAPI (`GET /history/{path}`). */
  history(group: RepositoryPath): AsyncIterable<ArchivedEvent>;
  /** Jobs, newest first: members as in OpenAPI (`GET /jobs`), and so are kinds and states. */
  jobs(filter?: JobChoice): AsyncIterable<ArchivedJob>;
  close(): Promise<void>;
}

/** As `GET /history/{path}` gives them: who did what, and when (RFC 3339). */
export type ArchivedEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly at: string };
/** As `GET /jobs` gives them. */
export type ArchivedJob = Readonly<Record<string, unknown>> & { readonly id: string };

export type ArchiveFaultCode =
  'not-found' | 'version-not-found' | 'damaged' | 'unavailable' | 'unauthorized' | 'forbidden' | 'incomplete';

/** Why an archive cannot be read; the message says it in a sentence. */
export class ArchiveFault extends faultClass<ArchiveFaultCode>('ArchiveFault', ['unavailable', 'incomplete']) {}

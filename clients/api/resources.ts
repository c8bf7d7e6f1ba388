/** The parts of the preservation service's responses that clients use; its OpenAPI document is complete. */

export interface Resource {
  /** URI. */
  readonly id: string;
  readonly type: string;
  readonly name: string | null;
  readonly digest?: string | null;
  readonly size?: number;
  readonly containers?: readonly Resource[];
  readonly binaries?: readonly Resource[];
}

export interface ArchivalGroup extends Resource {
  readonly type: 'ArchivalGroup';
  /** `s3://<bucket>/<object path>`. */
  readonly origin?: string;
  readonly version: { readonly ocflVersion: string };
}

export interface Deposit {
  /** URI. */
  readonly id: string;
  /** `s3://<bucket>/<prefix>/`. */
  readonly files: string;
  readonly status: string;
  readonly active: boolean;
  readonly metsETag: string | null;
  readonly submissionText: string | null;
}

/** A deposit that the archiver would take. */
export interface ArchivableDeposit {
  readonly depositId: string;
  readonly lastModified: string;
}

/** An archive job of a deposit. */
export interface ArchiveJob {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'completedWithErrors';
  /** Null without errors. */
  readonly errors: readonly { readonly message: string }[] | null;
}

/** What archiving a deposit would remove. */
export interface ArchivePreview {
  readonly depositId: string;
  readonly archivable: boolean;
  readonly files: number;
  readonly bytes: number;
  /** Files that are read for their digest first. */
  readonly unread: number;
  readonly reasons: readonly { readonly message: string }[];
}

export interface DepositRequest {
  readonly template?: 'None' | 'RootLevel' | 'BagIt';
  /** URI or path. */
  readonly archivalGroup?: string | null;
  readonly archivalGroupName?: string | null;
  readonly submissionText?: string | null;
}

export interface WorkingFile {
  /** Relative to the root of the described files. */
  readonly localPath: string;
  /** SHA-256 in hex. */
  readonly digest: string | null;
}

export interface WorkingDirectory {
  readonly localPath: string;
  readonly files: readonly WorkingFile[];
  readonly directories: readonly WorkingDirectory[];
}

export interface ParsedMets {
  readonly physicalStructure: WorkingDirectory;
  /** Every described file, and last the METS itself. */
  readonly files: readonly WorkingFile[];
}

export interface DeleteSelection {
  readonly deleteFromMets: boolean;
  readonly deleteFromDepositFiles: boolean;
  readonly items: readonly { readonly path: string; readonly isDir: boolean }[];
}

export interface ImportResult {
  readonly id: string;
  readonly status: 'waiting' | 'running' | 'completed' | 'completedWithErrors';
  readonly newVersion: string | null;
  readonly errors: readonly { readonly id: string | null; readonly message: string }[] | null;
  readonly binariesAdded: readonly unknown[];
  readonly binariesPatched: readonly unknown[];
  readonly binariesDeleted: readonly unknown[];
  /** While it runs: content that was copied and verified. */
  readonly progress?: { readonly files: number; readonly bytes: number; readonly plannedBytes: number };
}

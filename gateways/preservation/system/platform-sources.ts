import type { ViewState } from '../../../projections/view-states.js';

/** Files, and their bytes. */
export interface StoredTotals {
  readonly files: number;
  readonly bytes: number;
}

/** The room of a disk. */
export interface DiskSpace {
  /** What the platform may use. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** What the process tells of the platform, besides the views. */
export interface PlatformSources {
  /** When this process began. */
  readonly started: Date;
  /** Of the S3 server of this process, as clients reach it; null where there is none. */
  readonly s3Endpoint: string | null;
  /** Absolute path; null where there is none, or where callers need not know it. */
  readonly dataFolder: string | null;
  /** Of the data folder; null where there is none. Rejects where it cannot be read. */
  readonly readDisk: (() => Promise<DiskSpace>) | null;
  /** Rejects with the faults of the log and of the document store. */
  readonly readViewStates: () => Promise<readonly ViewState[]>;
  /** Of folders of workspaces (`deposits/`, `deposits/<id>/`) together; null where an S3 server has them, which would have to list them. */
  readonly workspaceTotals: ((folders: readonly string[]) => Promise<StoredTotals>) | null;
}

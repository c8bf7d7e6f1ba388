import type { DeclaredExport } from './archival-group.js';
import type { Fact } from './envelope.js';

/** A file that was not exported, or the whole export. */
export interface ExportFailure {
  /** Path of the file within the group; null when it is the whole export. */
  readonly path: string | null;
  readonly message: string;
}

interface OfExport {
  readonly exportId: string;
  readonly at: string;
}

/** Facts of `export-<id>`: one export from the queue to its end. */
export type ExportFact =
  | Fact<
      'ExportJobQueued',
      OfExport & {
        /** The archival group's repository path. */
        archivalGroup: string;
        depositId: string | null;
        /** The label of the version to export, such as `v2`; as requested where the group has no such version. */
        sourceVersion: string | null;
        destination: Readonly<{ bucket: string; prefix: string }>;
        declared: DeclaredExport;
        by: string;
        /** The export that has ended and that this one repeats; absent for any other. */
        retryOf?: string;
      }
    >
  | Fact<'ExportJobStarted', OfExport & { worker: string }>
  | Fact<'ExportJobProgressed', OfExport & { files: number; bytes: number }>
  /** A part of the failures that the worker with this epoch met; `page` counts from 0. */
  | Fact<'ExportFailuresRecorded', OfExport & { epoch: number; page: number; failures: readonly ExportFailure[] }>
  /** The failures that count are those of this epoch. */
  | Fact<'ExportJobCompleted', OfExport & { epoch: number; files: number; failures: number }>
  /** It will never finish: the version does not exist, the deposit was deleted, or `cancelledBy` cancelled it. */
  | Fact<'ExportJobAbandoned', OfExport & { reason: ExportAbandonReason; cancelledBy?: string }>;

export type ExportAbandonReason = 'version-not-found' | 'deposit-deleted' | 'cancelled';

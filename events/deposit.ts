import type { DepositDescription, DescriptionChanges } from './deposit-description.js';
import type { Fact } from './envelope.js';
import type { DepositPipelineFact } from './pipeline-run.js';
import type { SteeringFact } from './steering.js';

/** Layout scaffolded for a new deposit (preservation 2.6). */
export type DepositTemplate = 'None' | 'RootLevel' | 'BagIt';

/** The properties of a new deposit; paths are repository paths, never URIs. */
export interface DepositBeginning extends DepositDescription {
  readonly depositId: string;
  readonly template: DepositTemplate;
  readonly archivalGroup: string | null;
  /** The workspace: every object of the deposit lies below this key prefix, which ends in `/`. */
  readonly files: Readonly<{ bucket: string; prefix: string }>;
}

interface ByAndAt {
  /** Agent name. */
  readonly by: string;
  /** UTC, seven fractional digits. */
  readonly at: string;
}

/** Why a deposit declined: the code and the text of the refusal. */
interface DeclineReason {
  readonly code: string;
  readonly detail: string;
  readonly at: string;
}

/**
 * The admission of an active deposit: the revision of its `DepositAdmitted` in its group's ledger; null for a deposit
 * that has no group or is not active. A later admission to the same ledger replaces an earlier one, so a release names
 * the admission that it ends.
 */
export type Admission = number | null;

/** Why a deposit was not archived; `path` is relative to the deposit, null for a reason that concerns all of it. */
export interface ArchiveFailure {
  readonly path: string | null;
  readonly message: string;
}

/** Facts of `deposit-<id>`. */
export type DepositFact =
  | Fact<'DepositCreated', DepositBeginning & { admission: Admission } & ByAndAt>
  /** The workspace has the files of its template; `metsETag` is null where the template has no METS. */
  | Fact<'DepositWorkspacePrepared', { depositId: string; metsETag: string | null; at: string }>
  /** An absent property was not changed. */
  | Fact<'DepositDescribed', { depositId: string } & DescriptionChanges & ByAndAt>
  | Fact<
      'DepositArchivalGroupAssigned',
      {
        depositId: string;
        archivalGroup: string;
        admission: Admission;
        previous: string | null;
        previousAdmission: Admission;
      } & ByAndAt
    >
  /** The deposit finally declined this admission, so its ledger may release it. */
  | Fact<'DepositAdmissionDeclined', { depositId: string; archivalGroup: string; admission: number } & DeclineReason>
  | Fact<'DepositLocked', { depositId: string } & ByAndAt>
  | Fact<'DepositLockSeized', { depositId: string; from: string } & ByAndAt>
  | Fact<'DepositUnlocked', { depositId: string; from: string } & ByAndAt>
  | Fact<'DepositActivated', { depositId: string; admission: Admission } & ByAndAt>
  | Fact<'DepositDeactivated', { depositId: string } & ByAndAt>
  /** The platform changed the stored METS: `recorded` paths were added or updated, `removed` ones removed. */
  | Fact<'MetsRevised', { depositId: string; etag: string; recorded: number; removed: number } & ByAndAt>
  /** The platform is going to delete these files of a bag's payload; paths are relative to the deposit. */
  | Fact<'DepositFilesDeleted', { depositId: string; paths: readonly string[] } & ByAndAt>
  | Fact<'ImportJobAccepted', { depositId: string; jobId: string; resultId: string; planSha256: string } & ByAndAt>
  /** The deposit finally declined this job, so its ledger may release the admission. */
  | Fact<'ImportJobDeclined', { depositId: string; jobId: string; resultId: string } & DeclineReason>
  | Fact<
      'ImportJobSettled',
      { depositId: string; jobId: string; resultId: string; outcome: 'completed' | 'completedWithErrors'; at: string }
    >
  | Fact<'DepositPreserved', { depositId: string; jobId: string; version: string } & ByAndAt>
  | Fact<'DepositImportFailed', { depositId: string; jobId: string } & ByAndAt>
  /** The files of this version of the group are being exported into the workspace. `version` is a label such as `v2`. */
  | Fact<'DepositExportStarted', { depositId: string; exportId: string; version: string } & ByAndAt>
  /** The export has ended. `failures` counts the files that it could not copy. */
  | Fact<'DepositFilesArrived', { depositId: string; exportId: string; failures: number } & ByAndAt>
  /**
   * From here on the deposit refuses changes, until the archive job has ended. `archivalGroup` is absent where the deposit
   * has none, and in jobs of earlier software. `retryOf` is the job that it repeats.
   */
  | Fact<
      'DepositArchivingBegun',
      { depositId: string; jobId: string; archivalGroup?: string; retryOf?: string } & ByAndAt
    >
  /** `worker` carries out the archive job in this epoch; one of an earlier epoch can no longer change it. */
  | Fact<'DepositArchivingClaimed', { depositId: string; jobId: string; epoch: number; worker: string; at: string }>
  /**
   * Every file to remove from the workspace (`files`, of `bytes` together) is in this version of the group, as the
   * inventory with this SHA-256 says. `version` is a label such as `v2`.
   */
  | Fact<
      'DepositArchivingVerified',
      {
        depositId: string;
        jobId: string;
        archivalGroup: string;
        version: string;
        inventorySha256: string;
        files: number;
        bytes: number;
        at: string;
      }
    >
  /**
   * The archive job has ended without archiving the deposit; what it had not proven to be preserved is still there.
   * `cancelledBy` is the agent that cancelled it; absent for a job that failed.
   */
  | Fact<
      'DepositArchivingFailed',
      { depositId: string; jobId: string; errors: readonly ArchiveFailure[]; cancelledBy?: string } & ByAndAt
    >
  /** An archiver outside of the platform reported a run (companion 13.9). `batch` is its own number or name of the batch. */
  | Fact<
      'ArchiveJobReported',
      {
        depositId: string;
        jobId: string;
        started: string | null;
        finished: string | null;
        removed: number;
        errors: readonly ArchiveFailure[];
        batch: string | number | null;
      } & ByAndAt
    >
  /** `objects/` and `metadata/` were removed from the workspace of a preserved or failed deposit. */
  | Fact<'DepositArchived', { depositId: string; jobId: string; removed: number } & ByAndAt>
  | DepositPipelineFact
  | SteeringFact<{ readonly depositId: string }>
  | Fact<'DepositDeleted', { depositId: string } & ByAndAt>
  /** Nothing is left below the deposit's prefix. */
  | Fact<'DepositWorkspaceEmptied', { depositId: string; at: string }>;

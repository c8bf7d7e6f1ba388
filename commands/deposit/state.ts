import type { Admission, DepositBeginning } from '../../events/deposit.js';
import type { DepositWork } from '../../events/deposit-work.js';
import type { GrowingList } from '../core/growing-list.js';
import type { ArchiveJob } from './archive-job.js';
import type { DepositPipeline } from './pipeline-run.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** The states of a deposit (preservation 3.1). */
export type DepositStatus = 'new' | 'exporting' | 'preserved' | 'error' | 'archived';

/** One import job of a deposit. */
export interface DepositJob {
  readonly jobId: string;
  readonly resultId: string;
  readonly acceptedAt: string;
  readonly acceptedBy: string;
  readonly outcome: 'live' | 'completed' | 'completedWithErrors';
}

/** The export that a deposit was created by. */
export interface DepositExport {
  readonly exportId: string;
  /** The label of the version, such as `v2`. */
  readonly version: string;
  readonly at: string;
  readonly by: string;
  /** How many files were not copied; null while the export is not known to have ended. */
  readonly failures: number | null;
}

/** An edit of the METS: how many paths it added, updated and removed. */
export interface MetsEdited {
  readonly etag: string;
  readonly recorded: number;
  readonly removed: number;
  readonly at: string;
  readonly by: string;
}

/** Files that were deleted by one request. */
interface DeletedFiles {
  /** Relative to the deposit. */
  readonly paths: readonly string[];
  readonly at: string;
}

/** An admission that was answered. */
interface ConsideredAdmission {
  readonly group: RepositoryPath;
  readonly admission: number;
}

/** The import jobs of a deposit. */
export interface DepositJobs {
  /** In the order of their ends. */
  readonly ended: GrowingList<DepositJob>;
  /** The one that has not ended; there may be more where facts were written out of their order. */
  readonly live: readonly DepositJob[];
}

/** All import jobs: those that have ended first. Oldest first, since one is accepted after another has ended. */
export const jobsOf = ({ ended, live }: DepositJobs): readonly DepositJob[] => [...ended, ...live];

/** A deposit (preservation 2.6), without what must be looked up elsewhere: its METS' ETag, its group's existence. */
export interface Deposit extends DepositBeginning {
  readonly status: DepositStatus;
  readonly active: boolean;
  /** The admission by which it is active; null for an inactive deposit and for one without a group. */
  readonly admission: Admission;
  /** The admissions that were answered, oldest first; of a group, older ones than the newest answered are ignored. */
  readonly considered: GrowingList<ConsideredAdmission>;
  readonly lock: Readonly<{ by: string; at: string }> | null;
  readonly jobs: DepositJobs;
  /** Whether the workspace was filled from its template. */
  readonly prepared: boolean;
  /** The ETag of the METS with which the workspace was filled; null where there was none. */
  readonly openingMets: string | null;
  /** The last edit of the METS, with the ETag after it; null before the first edit. */
  readonly editedMets: MetsEdited | null;
  /** The files of a bag's payload that were deleted through the platform. */
  readonly deletedFiles: GrowingList<DeletedFiles>;
  /** The export that it was created by; null for another deposit. */
  readonly exported: DepositExport | null;
  /** The last version that an import of it made. */
  readonly preserved: Readonly<{ at: string; by: string; version: string }> | null;
  /** When objects and metadata were removed from the workspace. */
  readonly archived: string | null;
  /** The last archive job, of the platform or as reported; null before the first. */
  readonly archiveJob: ArchiveJob | null;
  /** The ids of the archive jobs before that one. */
  readonly earlierArchiveJobs: GrowingList<string>;
  /** Its pipeline runs. */
  readonly pipeline: DepositPipeline;
  /** What is done with it, and what was found in it, as listings say it. */
  readonly work: DepositWork;
  readonly created: string;
  readonly createdBy: string;
  readonly lastModified: string;
  readonly lastModifiedBy: string;
}

export interface DeletedDeposit {
  readonly status: 'deleted';
  readonly depositId: string;
  readonly files: DepositBeginning['files'];
  readonly archivalGroup: RepositoryPath | null;
  readonly admission: Admission;
  /** The ETag of the METS with which the workspace was filled; an export that is under way may still replace it. */
  readonly openingMets: string | null;
  /** The export into its workspace; null where there was none. */
  readonly exported: DepositExport | null;
  /** Kept after the deletion, like what they imported. */
  readonly jobs: DepositJobs;
  /** Whether the workspace was emptied. */
  readonly emptied: boolean;
}

export type DepositState = { readonly status: 'absent' } | Deposit | DeletedDeposit;

/** The deposit; null before its creation and after its deletion. */
export const existing = (state: DepositState): Deposit | null =>
  state.status === 'absent' || state.status === 'deleted' ? null : state;

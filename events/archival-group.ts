import type { DepositBeginning } from './deposit.js';
import type { Fact } from './envelope.js';

/** What the submitter of an import job asked for, apart from the operations (those are the plan's). */
export interface ImportRequest {
  /** The submitted job's own id and originalId, verbatim; paths on a platform host are kept without the host. */
  readonly importJob: string | null;
  readonly originalImportJob: string | null;
  /** What a hand-written job claims; null when it says nothing. */
  readonly isUpdate: boolean | null;
  readonly archivalGroupName: string | null;
  readonly source: string | null;
  readonly suppressActivityStreamEvent: boolean;
  /** Agent name of the job's creator, who becomes the creator of what it adds. */
  readonly createdBy: string;
  /** What the version says of itself, as its deposit does; the id of the job where it is absent. */
  readonly message?: string;
}

/** A sealed plan: `importPlan-<jobId>` holds its pages. */
export interface PlanSeal {
  readonly pages: number;
  readonly entries: number;
  /** Content bytes to add or patch. */
  readonly bytes: number;
  /** Of the pages' canonical JSON, in order. */
  readonly sha256: string;
}

export interface ImportIdentity {
  readonly jobId: string;
  /** The preservation service's own id of the result; null for a job posted at the storage service. */
  readonly resultId: string | null;
  readonly depositId: string | null;
}

export interface ImportFailure {
  /** Repository path of the resource concerned; null when it is the whole job. */
  readonly path: string | null;
  readonly message: string;
}

interface OfGroup {
  /** The archival group's repository path. */
  readonly path: string;
  readonly at: string;
}

/** Facts of `archivalGroup-<pathId>`: the ledger, where everything that must be unique for a group is decided. */
export type ArchivalGroupFact =
  | Fact<'DepositAdmitted', OfGroup & { depositId: string; purpose: AdmissionPurpose; by: string }>
  /** `admission` is the revision of the `DepositAdmitted` that ends here. */
  | Fact<
      'DepositReleased',
      OfGroup & { depositId: string; admission: number; reason: DepositReleaseReason; by: string }
    >
  | Fact<'ImportAdmitted', OfGroup & ImportIdentity & { plan: PlanSeal; request: ImportRequest; by: string }>
  /** `reason` is the code of the refusal with which the deposit declined the job. */
  | Fact<'ImportAdmissionReleased', OfGroup & { jobId: string; reason: string }>
  /** `baseVersion` is the version this job builds on, 0 for a new group. */
  | Fact<
      'ImportStarted',
      OfGroup & {
        jobId: string;
        epoch: number;
        baseVersion: number;
        worker: string;
        /** Whether `ImportContentBegun` precedes the first write of this job; false for those of earlier software. */
        recordsContent: boolean;
      }
    >
  /** From here on the job may have written content to the object. `folder` is relative to the object root. */
  | Fact<'ImportContentBegun', OfGroup & { jobId: string; epoch: number; version: number; folder: string }>
  | Fact<'ImportLeaseReassigned', OfGroup & { jobId: string; epoch: number; worker: string }>
  | Fact<'VersionCommitDecided', OfGroup & CommittedVersion>
  | Fact<'VersionPublished', OfGroup & { jobId: string; version: number }>
  | Fact<'VersionAdopted', OfGroup & AdoptedVersion>
  | Fact<'ImportAbandoned', OfGroup & { jobId: string; epoch: number; errors: readonly ImportFailure[] }>;

/** A version that was found on the store, and that no job of this log has made. */
export interface AdoptedVersion extends Pick<CommittedVersion, 'version' | 'name' | 'totals'> {
  /** The version's own moment, as its inventory has it, in UTC. */
  readonly created: string;
  readonly inventory: Readonly<{ sha256: string; size: number }>;
  /** Name of the version's user; null where the inventory names none. */
  readonly by: string | null;
  /** The version's message, of this platform what its deposit said or the id of the job; null where there is none. */
  readonly message: string | null;
}

/** What an admission is for; it holds everything that is left to do, so that anyone can finish it. */
export type AdmissionPurpose =
  | { readonly kind: 'create'; readonly beginning: DepositBeginning }
  | { readonly kind: 'activate' }
  /** The deposit comes over from another group, or from none, and takes these changes with it. */
  | { readonly kind: 'assign'; readonly archivalGroupName?: string; readonly submissionText?: string };

export type DepositReleaseReason =
  'preserved' | 'import-failed' | 'deactivated' | 'deleted' | 'reassigned' | 'declined';

/** The commit point of an import: from here the version exists, and only publishing is left. */
export interface CommittedVersion {
  readonly jobId: string;
  readonly epoch: number;
  readonly version: number;
  /** The version's moment, later than the previous version's by a second or more. */
  readonly created: string;
  /** Display name of the group from this version on. */
  readonly name: string;
  readonly inventory: Readonly<{ sha256: string; size: number; stagedKey: string }>;
  /** ETag of the root inventory that publishing replaces; null for the first version. */
  readonly baseInventoryETag: string | null;
  /** Preserved files at this version and their bytes; `added` counts content written by this version alone. */
  readonly totals: Readonly<{ files: number; bytes: number; addedFiles: number; addedBytes: number }>;
  readonly by: string;
}

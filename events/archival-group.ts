import type { DepositBeginning } from './deposit.js';
import type { DescriptionChanges } from './deposit-description.js';
import type { Fact } from './envelope.js';
import type { SteeringFact } from './steering.js';

/** The request of an import job, without its operations (those are in the plan). */
export interface ImportRequest {
  /** The submitted job's id and originalId, verbatim; URIs of the platform are recorded as paths, without the host. */
  readonly importJob: string | null;
  readonly originalImportJob: string | null;
  /** As the submitted job states; null when it does not. */
  readonly isUpdate: boolean | null;
  readonly archivalGroupName: string | null;
  readonly source: string | null;
  readonly suppressActivityStreamEvent: boolean;
  /** Agent name of the job's creator, recorded as creator of added resources. */
  readonly createdBy: string;
  /** Whether the job was asked for in spite of a bag whose files are not those of its manifests; false when absent. */
  readonly acceptsIncompleteBag?: boolean;
  /** The message of the version, from the deposit; the id of the job when absent. */
  readonly message?: string;
}

/** What a plan does to files, in numbers of them. */
export interface PlannedFiles {
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  readonly renamed: number;
}

/** The fact that closes a plan: the counts and the digest of its pages in `importPlan-<jobId>`. */
export interface PlanSummary {
  readonly pages: number;
  readonly entries: number;
  /** Content bytes to add or patch. */
  readonly bytes: number;
  /** Absent from plans of earlier software. */
  readonly files?: PlannedFiles;
  /** Of the pages' canonical JSON, in order. */
  readonly sha256: string;
}

export interface ImportIdentity {
  readonly jobId: string;
  /** The preservation service's own id of the result; null for a job posted at the storage service. */
  readonly resultId: string | null;
  readonly depositId: string | null;
  /** The job that has ended and that this one repeats; absent for any other. */
  readonly retryOf?: string;
}

export interface ImportFailure {
  /** Repository path of the affected resource; null when it is the whole job. */
  readonly path: string | null;
  readonly message: string;
}

/** An export of one published version, with all data for the remaining steps. */
export interface RequestedExport {
  readonly exportId: string;
  /** The deposit whose workspace is the destination; null for another destination. */
  readonly depositId: string | null;
  readonly version: number;
  /** Of the version's inventory. */
  readonly inventorySha256: string;
  /** The group's paths are recreated below this key prefix, which ends in `/`. */
  readonly destination: Readonly<{ bucket: string; prefix: string }>;
  /** The properties of the posted resource that are stored as sent (storage service 2.1). */
  readonly declared: DeclaredExport;
  /** The export that has ended and that this one repeats; absent for any other. */
  readonly retryOf?: string;
}

/** As sent; an absent property was not sent. */
export interface DeclaredExport {
  readonly created?: string;
  readonly createdBy?: string;
  readonly lastModified?: string;
  readonly lastModifiedBy?: string;
}

interface OfGroup {
  /** The archival group's repository path. */
  readonly path: string;
  readonly at: string;
}

/** Facts of `archivalGroup-<pathId>`: the ledger, which decides everything that must be unique for a group. */
export type ArchivalGroupFact =
  | Fact<'DepositAdmitted', OfGroup & { depositId: string; purpose: AdmissionPurpose; by: string }>
  /** `admission` is the revision of the `DepositAdmitted` that is released. */
  | Fact<
      'DepositReleased',
      OfGroup & { depositId: string; admission: number; reason: DepositReleaseReason; by: string }
    >
  | Fact<'ImportAdmitted', OfGroup & ImportIdentity & { plan: PlanSummary; request: ImportRequest; by: string }>
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
  /** `cancelledBy` is the agent that cancelled the job; absent for a job that failed. */
  | Fact<
      'ImportAbandoned',
      OfGroup & { jobId: string; epoch: number; errors: readonly ImportFailure[]; cancelledBy?: string }
    >
  | Fact<'ExportRequested', OfGroup & RequestedExport & { by: string }>
  | Fact<'ExportStarted', OfGroup & { exportId: string; epoch: number; worker: string }>
  | Fact<'ExportLeaseReassigned', OfGroup & { exportId: string; epoch: number; worker: string }>
  /** `files` were copied and verified; the failures of the worker with this epoch stand in `export-<exportId>`. */
  | Fact<'ExportFinished', OfGroup & { exportId: string; epoch: number; files: number; failures: number }>
  /** The export ended before its time, since the agent `cancelledBy` cancelled it, or else since its deposit was deleted. */
  | Fact<'ExportAbandoned', OfGroup & { exportId: string; by: string; cancelledBy?: string }>
  | SteeringFact<{ readonly path: string }>;

/** A version that was found on the store and made by no job of this log. */
export interface AdoptedVersion extends Pick<CommittedVersion, 'version' | 'name' | 'totals'> {
  /** The version's time in its inventory, in UTC. */
  readonly created: string;
  readonly inventory: Readonly<{ sha256: string; size: number }>;
  /** Name of the version's user; null where the inventory names none. */
  readonly by: string | null;
  /** The version's message in its inventory; null where it has none. */
  readonly message: string | null;
}

/** The purpose of an admission, with all data for the remaining steps, so that any process can finish them. */
export type AdmissionPurpose =
  | { readonly kind: 'create'; readonly beginning: DepositBeginning }
  /** The deposit is created to receive this export. */
  | {
      readonly kind: 'export';
      readonly beginning: DepositBeginning;
      readonly exportId: string;
      readonly version: number;
    }
  | { readonly kind: 'activate' }
  /** The deposit is assigned to the group, from another one or none, together with these changes. */
  | ({ readonly kind: 'assign' } & DescriptionChanges);

export type DepositReleaseReason =
  'preserved' | 'import-failed' | 'deactivated' | 'deleted' | 'reassigned' | 'declined';

/** The commit point of an import: from here the version exists, and only publishing is left. */
export interface CommittedVersion {
  readonly jobId: string;
  readonly epoch: number;
  readonly version: number;
  /** The version's time, at least a second after the previous version's. */
  readonly created: string;
  /** Display name of the group from this version on. */
  readonly name: string;
  readonly inventory: Readonly<{ sha256: string; size: number; stagedKey: string }>;
  /** ETag of the root inventory that publishing replaces; null for the first version. */
  readonly baseInventoryETag: string | null;
  /** Preserved files at this version and their bytes; `added…` counts content that this version wrote. */
  readonly totals: Readonly<{ files: number; bytes: number; addedFiles: number; addedBytes: number }>;
  readonly by: string;
}

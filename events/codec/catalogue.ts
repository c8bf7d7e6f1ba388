import type { ArchivalGroupFact } from '../archival-group.js';
import type { ContainerFact, MovedEntryFact } from '../container.js';
import type { FactDeclaration } from './declaration.js';
import type { DepositFact } from '../deposit.js';
import type { ExportFact } from '../export.js';
import type { ActivityRequestFact, GroupActivityFact } from '../group-activity.js';
import type { ImportActivityFact } from '../import-activity.js';
import type { ImportJobFact } from '../import-job.js';
import type { ImportPlanFact } from '../import-plan.js';
import type { CheckpointFact, LeaseFact } from '../lease.js';
import type { PipelineRunFact } from '../pipeline-run.js';
import type { JobTargetFact, PlatformJobFact } from '../platform-job.js';

export type FactType = (
  | ActivityRequestFact
  | ArchivalGroupFact
  | CheckpointFact
  | ContainerFact
  | DepositFact
  | ExportFact
  | GroupActivityFact
  | ImportActivityFact
  | ImportJobFact
  | ImportPlanFact
  | JobTargetFact
  | LeaseFact
  | MovedEntryFact
  | PipelineRunFact
  | PlatformJobFact
)['type'];

/** The declarations of all types, by name. */
type Declarations = Readonly<Record<FactType, Omit<FactDeclaration, 'type'>>>;

/** A shape that has not changed since its type was first written. */
const first = { schema: 1 } as const;

const declared: Declarations = {
  ArchivalGroupCreationAnnounced: first,
  ArchivalGroupUpdateAnnounced: first,
  ArchivalGroupUpdateRequested: first,
  ArchiveJobReported: first,
  CheckpointReached: first,
  ChildConfirmed: first,
  ChildEntryMoved: first,
  ChildPurged: first,
  ChildReservationReleased: first,
  ChildReserved: first,
  ChildTombstoned: first,
  ContainerClosed: first,
  ContainerCreated: first,
  ContainerDeleted: first,
  ContainerEntriesMoved: first,
  ContainerEntriesMoving: first,
  ContainerReopened: first,
  DepositActivated: first,
  DepositAdmissionDeclined: first,
  DepositAdmitted: first,
  DepositArchivalGroupAssigned: first,
  DepositArchived: first,
  DepositArchivingBegun: first,
  DepositArchivingClaimed: first,
  DepositArchivingFailed: first,
  DepositArchivingVerified: first,
  DepositCreated: first,
  DepositDeactivated: first,
  DepositDeleted: first,
  DepositDescribed: first,
  DepositExportStarted: first,
  DepositFilesArrived: first,
  DepositFilesDeleted: first,
  DepositImportFailed: first,
  DepositLocked: first,
  DepositLockSeized: first,
  DepositPreserved: first,
  DepositReleased: first,
  DepositUnlocked: first,
  DepositWorkspaceEmptied: first,
  DepositWorkspacePrepared: first,
  ExportAbandoned: first,
  ExportFailuresRecorded: first,
  ExportFinished: first,
  ExportJobAbandoned: first,
  ExportJobCompleted: first,
  ExportJobProgressed: first,
  ExportJobQueued: first,
  ExportJobStarted: first,
  ExportLeaseReassigned: first,
  ExportRequested: first,
  ExportStarted: first,
  ImportAbandoned: first,
  ImportAdmissionReleased: first,
  ImportAdmitted: first,
  ImportContentBegun: first,
  ImportJobAccepted: first,
  ImportJobAnnounced: first,
  ImportJobCompleted: first,
  ImportJobDeclined: first,
  ImportJobFailed: first,
  ImportJobProgressed: first,
  ImportJobQueued: first,
  ImportJobSettled: first,
  ImportJobStarted: first,
  ImportLeaseReassigned: first,
  ImportPlanPageRecorded: first,
  ImportPlanSealed: first,
  ImportStarted: { schema: 2, upcasts: { 1: (data) => ({ ...data, recordsContent: false }) } },
  JobAdmitted: first,
  JobClaimed: first,
  JobEnded: first,
  JobHeld: first,
  JobHoldReleased: first,
  JobPriorityChanged: first,
  JobReportPageRecorded: first,
  JobRequested: first,
  LeaseReleased: first,
  LeaseRenewed: first,
  MetsRevised: first,
  PipelineFindingsRecorded: first,
  PipelineMetadataCreated: first,
  PipelineRunClaimed: first,
  PipelineRunCompleted: first,
  PipelineRunFailed: first,
  PipelineRunForceCompleted: first,
  PipelineRunOpened: first,
  PipelineRunProgressed: first,
  PipelineRunQueued: first,
  PipelineToolsRecorded: { schema: 2, upcasts: { 1: (data) => ({ ...data, warnings: [] }) } },
  VersionAdopted: first,
  VersionCommitDecided: first,
  VersionPublished: first,
};

/** Every fact type the platform writes or has ever written. */
export const catalogue: readonly FactDeclaration[] = Object.entries(declared).map(([type, known]) => ({
  type,
  ...known,
}));

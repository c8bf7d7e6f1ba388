import type { ArchivalGroupFact } from '../archival-group.js';
import type { ContainerFact } from '../container.js';
import type { DepositFact } from '../deposit.js';
import { descriptionOf, type DescriptionField } from '../deposit-description.js';
import type { Fact, RecordedFact } from '../envelope.js';
import type { ExportFact } from '../export.js';
import type { ImportJobFact } from '../import-job.js';
import type { PipelineRunFact } from '../pipeline-run.js';
import type { PlatformJobFact } from '../platform-job.js';
import { categoryOf } from '../store.js';
import type { archivalGroupEvents } from '../../schemas/events/archival-groups.js';
import type { containerEvents } from '../../schemas/events/containers.js';
import type { depositEvents } from '../../schemas/events/deposits.js';
import type { DataOf, PublicEvent } from '../../schemas/events/event.js';
import type { exportEvents } from '../../schemas/events/exports.js';
import type { importJobEvents } from '../../schemas/events/import-jobs.js';
import type { pipelineRunEvents } from '../../schemas/events/pipeline-runs.js';
import type { platformJobEvents } from '../../schemas/events/platform-jobs.js';
import { only } from '../../schemas/events/shape.js';
import { isPublic, publicTopics, type PublicCategory } from '../../schemas/events/topics.js';

/** The mapping of a category's facts to its public events; the compiler checks that it is complete. */
type Mapping<F extends Fact, Events extends Readonly<Record<F['type'], unknown>>> = {
  readonly [T in F['type']]: (data: Extract<F, { type: T }>['data'], archivalGroup: string) => DataOf<Events[T]>;
};

const s3Uri = ({ bucket, prefix }: { readonly bucket: string; readonly prefix: string }): string =>
  `s3://${bucket}/${prefix}`;

/** The data of an event; the compiler checks that its schema has these properties. */
type DataWith<Event, Name extends keyof DataOf<Event>> = DataOf<Event> & Pick<DataOf<Event>, Name>;

const deposits: Mapping<DepositFact, typeof depositEvents> = {
  DepositCreated: ({ files, ...data }): DataWith<typeof depositEvents.DepositCreated, DescriptionField> => ({
    ...data,
    ...descriptionOf(data),
    files: s3Uri(files),
  }),
  DepositWorkspacePrepared: (data) => data,
  DepositDescribed: (data): DataWith<typeof depositEvents.DepositDescribed, DescriptionField> => data,
  DepositArchivalGroupAssigned: (data) => data,
  DepositAdmissionDeclined: (data) => data,
  DepositLocked: (data) => data,
  DepositLockSeized: (data) => data,
  DepositUnlocked: (data) => data,
  DepositActivated: (data) => data,
  DepositDeactivated: (data) => data,
  MetsRevised: (data) => data,
  DepositFilesDeleted: ({ paths, ...data }) => ({ ...data, files: paths.length }),
  ImportJobAccepted: (data) => data,
  ImportJobDeclined: (data) => data,
  ImportJobSettled: (data) => data,
  DepositPreserved: (data) => data,
  DepositImportFailed: (data) => data,
  DepositExportStarted: (data) => data,
  DepositFilesArrived: (data) => data,
  DepositArchivingBegun: (data) => data,
  DepositArchivingClaimed: (data) => data,
  DepositArchivingVerified: (data) => data,
  DepositArchivingFailed: (data) => data,
  ArchiveJobReported: (data) => data,
  DepositArchived: (data) => data,
  PipelineRunQueued: (data) => data,
  PipelineRunClaimed: (data) => data,
  PipelineMetadataCreated: (data) => data,
  PipelineRunCompleted: (data) => data,
  PipelineRunFailed: (data) => data,
  PipelineRunForceCompleted: (data) => data,
  JobHeld: (data) => data,
  JobHoldReleased: (data) => data,
  JobPriorityChanged: (data) => data,
  DepositDeleted: (data) => data,
  DepositWorkspaceEmptied: (data) => data,
};

const archivalGroups: Mapping<ArchivalGroupFact, typeof archivalGroupEvents> = {
  DepositAdmitted: ({ purpose, ...data }, archivalGroup) => ({ ...data, archivalGroup, purpose: purpose.kind }),
  DepositReleased: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ImportAdmitted: ({ plan, ...data }, archivalGroup) => ({ ...data, ...plan, archivalGroup }),
  ImportAdmissionReleased: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ImportStarted: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ImportContentBegun: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ImportLeaseReassigned: (data, archivalGroup) => ({ ...data, archivalGroup }),
  VersionCommitDecided: (data, archivalGroup) => ({ ...data, archivalGroup, inventorySha256: data.inventory.sha256 }),
  VersionPublished: (data, archivalGroup) => ({ ...data, archivalGroup }),
  VersionAdopted: (data, archivalGroup) => ({ ...data, archivalGroup, inventorySha256: data.inventory.sha256 }),
  ImportAbandoned: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ExportRequested: ({ destination, ...data }, archivalGroup) => ({
    ...data,
    archivalGroup,
    destination: s3Uri(destination),
  }),
  ExportStarted: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ExportLeaseReassigned: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ExportFinished: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ExportAbandoned: (data, archivalGroup) => ({ ...data, archivalGroup }),
  JobHeld: (data, archivalGroup) => ({ ...data, archivalGroup }),
  JobHoldReleased: (data, archivalGroup) => ({ ...data, archivalGroup }),
  JobPriorityChanged: (data, archivalGroup) => ({ ...data, archivalGroup }),
};

const containers: Mapping<ContainerFact, typeof containerEvents> = {
  ContainerCreated: (data) => data,
  ChildReserved: (data) => data,
  ChildConfirmed: (data) => data,
  ChildReservationReleased: (data) => data,
  ContainerClosed: (data) => data,
  ContainerReopened: (data) => data,
  ContainerDeleted: (data) => data,
  ChildTombstoned: (data) => data,
  ChildPurged: (data) => data,
};

const exportJobs: Mapping<ExportFact, typeof exportEvents> = {
  ExportJobQueued: ({ destination, ...data }) => ({ ...data, destination: s3Uri(destination) }),
  ExportJobStarted: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ExportJobProgressed: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ExportFailuresRecorded: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ExportJobCompleted: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ExportJobAbandoned: (data, archivalGroup) => ({ ...data, archivalGroup }),
};

const importJobs: Mapping<ImportJobFact, typeof importJobEvents> = {
  ImportJobQueued: ({ plan, request: { archivalGroupName, source }, ...data }) => ({
    ...data,
    ...plan,
    archivalGroupName,
    source,
  }),
  ImportJobStarted: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ImportJobProgressed: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ImportJobCompleted: (data, archivalGroup) => ({ ...data, archivalGroup }),
  ImportJobFailed: (data, archivalGroup) => ({ ...data, archivalGroup }),
};

const pipelineRuns: Mapping<PipelineRunFact, typeof pipelineRunEvents> = {
  PipelineRunOpened: (data) => data,
  PipelineToolsRecorded: (data) => data,
  PipelineRunProgressed: (data) => data,
  PipelineFindingsRecorded: (data) => data,
};

const platformJobs: Mapping<PlatformJobFact, typeof platformJobEvents> = {
  JobRequested: (data) => data,
  JobClaimed: (data) => data,
  JobHeld: (data) => data,
  JobHoldReleased: (data) => data,
  JobPriorityChanged: (data) => data,
  JobReportPageRecorded: (data) => data,
  JobEnded: (data) => data,
};

const mappings: Readonly<
  Record<PublicCategory, Readonly<Record<string, (data: never, archivalGroup: string) => object>>>
> = {
  archivalGroup: archivalGroups,
  container: containers,
  deposit: deposits,
  export: exportJobs,
  importJob: importJobs,
  pipelineRun: pipelineRuns,
  job: platformJobs,
};

/** The public form of a fact. */
export interface PublicData {
  /** The middle of the topic's name. */
  readonly topic: string;
  readonly event: PublicEvent;
  /** Only the properties that the event's schema names. */
  readonly data: unknown;
}

/** The public form of a fact; null for one without a public event. `archivalGroup` is the path of its group. */
export const publicData = ({ stream, type, data }: RecordedFact, archivalGroup: string): PublicData | null => {
  const category = categoryOf(stream);
  if (!isPublic(category)) return null;
  const { name, events } = publicTopics[category];
  const event = events[type];
  const mapping = mappings[category][type];
  if (event === undefined || mapping === undefined) return null;
  return { topic: name, event, data: only(event.data.schema, mapping(data as never, archivalGroup)) };
};

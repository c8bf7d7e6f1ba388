import { catalogue, type FactType } from '../../events/codec/catalogue.js';
import { archivalGroupEvents } from '../../schemas/events/archival-groups.js';
import { containerEvents } from '../../schemas/events/containers.js';
import { depositEvents } from '../../schemas/events/deposits.js';
import { exportEvents } from '../../schemas/events/exports.js';
import { importJobEvents } from '../../schemas/events/import-jobs.js';
import { pipelineRunEvents } from '../../schemas/events/pipeline-runs.js';
import { platformJobEvents } from '../../schemas/events/platform-jobs.js';
import { markdownTable } from './markdown-table.js';

const STREAMS = {
  deposit: ['`deposit-<id>`', 'One deposit: its workspace, its lock, its METS, its import jobs and its pipeline runs.'],
  archivalGroup: [
    '`archivalGroup-<pathId>`',
    'The ledger of one archival group, which decides everything that must be unique for it.',
  ],
  container: [
    '`container-entry-<pathId>`',
    'The entry of one path: the container or archival group there, and whether a container takes children. Logs of ' +
      'earlier versions have the entries of all children of a container, and its own life, in `container-<pathId>`.',
  ],
  earlierContainer: ['`container-<pathId>`', 'A container of an earlier version, whose children got entries.'],
  export: ['`export-<id>`', 'One export, as shown by its resource.'],
  importJob: ['`importJob-<id>`', 'One import job, as shown by its result.'],
  importPlan: ['`importPlan-<jobId>`', 'The operations of one import job.'],
  pipelineRun: [
    '`pipelineRun-<id>`',
    'The work and the findings of one pipeline run; the stream of its deposit decides on its state.',
  ],
  job: ['`job-<id>`', 'One audit, adoption or rebuild of read models, with its report.'],
  jobTarget: [
    '`jobTarget-<kind>`, `jobTarget-<kind>:<target>`',
    'The audits, adoptions or rebuilds of everything, of one archival group or of one read model, which are admitted one at a time.',
  ],
  activity: ['`activityStream-importJobs`', 'The import jobs that have ended, in order.'],
  groupActivity: [
    '`activityStream-archivalGroups`',
    'The new versions of archival groups, and the requested activities, in order. The first fact is a placeholder.',
  ],
  activityRequest: ['`activityRequest-<commandId>`', 'One request for an activity without a new version.'],
  lease: ['`lease-<name>`', 'The heartbeats of the holder of a lease. Only earlier versions wrote them.'],
  checkpoint: [
    '`checkpoint-<name>`',
    'The position that a reader of the whole log has reached. Only earlier versions wrote them.',
  ],
} as const;

type Stream = keyof typeof STREAMS;

/** The streams of the facts by which agents steer jobs: those that decide on the jobs. */
const DECIDING: readonly Stream[] = ['deposit', 'archivalGroup', 'job'];

/** The stream, or streams, and the meaning of every event type. */
const EVENTS: Readonly<Record<FactType, readonly [Stream | readonly Stream[], string]>> = {
  DepositCreated: ['deposit', 'A deposit was opened, with this workspace and for this archival group.'],
  DepositWorkspacePrepared: ['deposit', 'The workspace has the files of its template.'],
  DepositDescribed: ['deposit', 'The name of the group or the text of the submitter was changed.'],
  DepositArchivalGroupAssigned: ['deposit', 'The deposit is for another archival group from now on.'],
  DepositAdmissionDeclined: ['deposit', 'The deposit has declined an admission of its ledger, for good.'],
  DepositLocked: ['deposit', 'An agent has locked the deposit.'],
  DepositLockSeized: ['deposit', 'An agent has taken over the lock from another one.'],
  DepositUnlocked: ['deposit', 'The lock has ended.'],
  DepositActivated: ['deposit', 'The deposit is active.'],
  DepositDeactivated: ['deposit', 'The deposit is no longer active.'],
  MetsRevised: ['deposit', 'The platform has written a new METS.'],
  DepositFilesDeleted: ['deposit', 'The platform deletes files, among them these files of the payload of a bag.'],
  ImportJobAccepted: ['deposit', 'The deposit has accepted this import job.'],
  ImportJobDeclined: ['deposit', 'The deposit has declined this import job, for good.'],
  ImportJobSettled: ['deposit', 'The import job has ended, also for the deposit.'],
  DepositPreserved: ['deposit', 'The deposit has been preserved as this version.'],
  DepositImportFailed: ['deposit', 'The import failed; the deposit can be changed again.'],
  DepositExportStarted: ['deposit', 'The files of a version are being exported into the workspace.'],
  DepositFilesArrived: ['deposit', 'The export has ended; the deposit can be changed.'],
  DepositArchivingBegun: ['deposit', 'An archive job has begun; the deposit refuses changes until it has ended.'],
  DepositArchivingClaimed: [
    'deposit',
    'A worker has the archive job in this epoch; a worker of an earlier epoch can no longer change it.',
  ],
  DepositArchivingVerified: [
    'deposit',
    'All files that will be removed from the workspace are in this version of the group.',
  ],
  DepositArchivingFailed: ['deposit', 'The archive job has ended without archiving the deposit.'],
  ArchiveJobReported: ['deposit', 'An external archiver reported a run for the deposit.'],
  DepositArchived: ['deposit', 'Objects and metadata were removed from the workspace, since the repository has them.'],
  PipelineRunQueued: ['deposit', 'A pipeline run waits for a worker; no other run is accepted until it has ended.'],
  PipelineRunClaimed: [
    'deposit',
    'A worker has the run in this epoch; a worker of an earlier epoch can no longer change it.',
  ],
  PipelineMetadataCreated: ['deposit', 'The output of the tools is in the workspace.'],
  PipelineRunCompleted: ['deposit', 'The run was completed, with these counts; the lock has ended.'],
  PipelineRunFailed: ['deposit', 'The run has failed; the lock has ended.'],
  PipelineRunForceCompleted: ['deposit', 'An agent or the platform ended the run from outside; the lock has ended.'],
  DepositDeleted: ['deposit', 'The deposit was deleted.'],
  DepositWorkspaceEmptied: ['deposit', 'Nothing is left in the workspace of a deleted deposit.'],
  DepositAdmitted: ['archivalGroup', 'This deposit is admitted as the active one of the group.'],
  DepositReleased: ['archivalGroup', 'The deposit is no longer the active one.'],
  ImportAdmitted: ['archivalGroup', 'This import job may run; no other job is admitted until it has ended.'],
  ImportAdmissionReleased: ['archivalGroup', 'The admitted job will not run, since its deposit declined it.'],
  ImportStarted: ['archivalGroup', 'A worker has taken up the job, on this base version.'],
  ImportContentBegun: ['archivalGroup', 'From now on the job may have written content into the object.'],
  ImportLeaseReassigned: ['archivalGroup', 'Another worker continues the job; the former one can no longer commit.'],
  VersionCommitDecided: ['archivalGroup', 'The commit point: from now on the version exists.'],
  VersionPublished: ['archivalGroup', 'The inventories of the version are in the object.'],
  VersionAdopted: ['archivalGroup', 'A version that was found on the store belongs to the group.'],
  ImportAbandoned: ['archivalGroup', 'The job has ended without a version.'],
  ExportRequested: ['archivalGroup', 'This export may run; no other export is admitted until it has ended.'],
  ExportStarted: ['archivalGroup', 'A worker has taken up the export.'],
  ExportLeaseReassigned: ['archivalGroup', 'Another worker continues the export; the former one can no longer end it.'],
  ExportFinished: ['archivalGroup', 'The export has ended, with these numbers of files and failures.'],
  ExportAbandoned: [
    'archivalGroup',
    'The export has ended because it was cancelled, or because its deposit was deleted.',
  ],
  JobHeld: [DECIDING, 'An agent holds this job, which waits; no worker can claim it.'],
  JobHoldReleased: [DECIDING, 'A worker can claim the job again.'],
  JobPriorityChanged: [DECIDING, 'The job, which waits, has this priority among the jobs of its agent.'],
  ChildReserved: ['container', 'The path is reserved, for a container or for an archival group.'],
  ContainerCreated: ['container', 'The container exists: its parent was there after the reservation.'],
  ChildConfirmed: ['container', 'The archival group has a version.'],
  ChildReservationReleased: [
    'container',
    'The path is free again: its import job made no version, or the container around it had been deleted.',
  ],
  ContainerClosed: ['container', 'A deletion has begun to look for children; the container takes none meanwhile.'],
  ContainerReopened: ['container', 'The deletion has ended without deleting the container.'],
  ContainerDeleted: [
    'container',
    'The commit point of a deletion: nothing was in the container, and nothing can be created in it any longer.',
  ],
  ChildTombstoned: ['container', 'The deleted container has left a tombstone; the path stays taken.'],
  ChildPurged: ['container', 'The deleted container, or its tombstone, was purged; the path is free.'],
  ContainerEntriesMoving: ['earlierContainer', 'The last fact: the children get entries of their own.'],
  ChildEntryMoved: ['container', 'The first fact: what the stream of an earlier version said of the path in the end.'],
  ContainerEntriesMoved: ['container', 'All children of the container have entries of their own.'],
  ExportJobQueued: ['export', 'The export waits for a worker.'],
  ExportJobStarted: ['export', 'A worker has taken up the export.'],
  ExportJobProgressed: ['export', 'Not recorded any more: these numbers of files and bytes were copied.'],
  ExportFailuresRecorded: ['export', 'Some of the files that could not be copied, with the reasons.'],
  ExportJobCompleted: ['export', 'The export has ended.'],
  ExportJobAbandoned: ['export', 'The export will never finish.'],
  ImportJobQueued: ['importJob', 'The job waits for a worker.'],
  ImportJobStarted: ['importJob', 'A worker has taken up the job.'],
  ImportJobProgressed: ['importJob', 'Not recorded any more: these numbers of files and bytes were copied.'],
  ImportJobCompleted: ['importJob', 'The job has made this version.'],
  ImportJobFailed: ['importJob', 'The job has ended with these errors.'],
  PipelineRunOpened: ['pipelineRun', 'This agent requested the run.'],
  PipelineToolsRecorded: ['pipelineRun', 'The versions of the tools and of their signatures.'],
  PipelineRunProgressed: [
    'pipelineRun',
    'Not recorded any more: these numbers of files and bytes of a step were done.',
  ],
  PipelineFindingsRecorded: ['pipelineRun', 'Some of the files with a virus, of unknown format, or that failed.'],
  JobRequested: ['job', 'The job waits for a worker.'],
  JobClaimed: ['job', 'A worker has the job in this epoch; a worker of an earlier epoch can no longer end it.'],
  JobReportPageRecorded: ['job', 'Some lines of the report.'],
  JobEnded: ['job', 'The job has ended, with these numbers and errors.'],
  JobAdmitted: ['jobTarget', 'This job may run; no other of its kind and target is admitted until it has ended.'],
  ImportPlanPageRecorded: ['importPlan', 'Some operations of the plan.'],
  ImportPlanSealed: ['importPlan', 'The plan is complete, with this number of operations and this digest.'],
  ImportJobAnnounced: ['activity', 'An import job has ended, and is in the activity stream from now on.'],
  ArchivalGroupCreationAnnounced: ['groupActivity', 'An archival group has its first version.'],
  ArchivalGroupUpdateAnnounced: [
    'groupActivity',
    'An archival group has a later version, or an activity was requested.',
  ],
  ArchivalGroupUpdateRequested: ['activityRequest', 'An agent has requested an activity of the archival group.'],
  LeaseRenewed: ['lease', 'The holder of this epoch has renewed the lease.'],
  LeaseReleased: ['lease', 'The holder has released the lease, and another process can acquire it immediately.'],
  CheckpointReached: ['checkpoint', 'Everything up to this position was handled.'],
};

const PUBLIC = new Set(
  [
    archivalGroupEvents,
    containerEvents,
    depositEvents,
    exportEvents,
    importJobEvents,
    pipelineRunEvents,
    platformJobEvents,
  ].flatMap((events) => Object.keys(events)),
);

const section = (stream: Stream): string => {
  const [name, what] = STREAMS[stream];
  const rows = catalogue
    .filter(({ type }) => [EVENTS[type as FactType][0]].flat().includes(stream))
    .map(({ type, schema }) => [
      `\`${type}\``,
      EVENTS[type as FactType][1],
      String(schema),
      PUBLIC.has(type) ? 'yes' : 'no',
    ]);
  return `## ${name}\n\n${what}\n\n${markdownTable(['event', 'what happened', 'schema', 'public'], rows)}`;
};

/** The content of docs/events.md: the catalogue of event types. */
export const eventsPage = (): string =>
  [
    '# Events',
    'Every event type that the platform writes, by its stream. `npm run docs` generates this page from ' +
      '`events/codec/catalogue.ts`; the data of each event is typed in `events`. Public events are published to Kafka as ' +
      '[consuming-events.md](consuming-events.md) and the AsyncAPI document describe; the others are only for the platform.',
    ...Object.keys(STREAMS).map((stream) => section(stream as Stream)),
  ].join('\n\n') + '\n';

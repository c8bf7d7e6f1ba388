import { catalogue, type FactType } from '../../events/codec/catalogue.js';
import { archivalGroupEvents } from '../../schemas/events/archival-groups.js';
import { containerEvents } from '../../schemas/events/containers.js';
import { depositEvents } from '../../schemas/events/deposits.js';
import { exportEvents } from '../../schemas/events/exports.js';
import { importJobEvents } from '../../schemas/events/import-jobs.js';
import { pipelineRunEvents } from '../../schemas/events/pipeline-runs.js';
import { markdownTable } from './markdown-table.js';

const STREAMS = {
  deposit: ['`deposit-<id>`', 'One deposit: its workspace, its lock, its METS, its import jobs and its pipeline runs.'],
  archivalGroup: [
    '`archivalGroup-<pathId>`',
    'The ledger of one archival group, where whatever must be unique for it is decided.',
  ],
  container: ['`container-<pathId>`', 'One container, with the entries of its children.'],
  export: ['`export-<id>`', 'One export, as its resource shows it.'],
  importJob: ['`importJob-<id>`', 'One import job, as its result shows it.'],
  importPlan: ['`importPlan-<jobId>`', 'The operations of one import job.'],
  pipelineRun: [
    '`pipelineRun-<id>`',
    'What one pipeline run did and found; the stream of its deposit decides on its state.',
  ],
  activity: ['`activityStream-importJobs`', 'The import jobs that have ended, in order.'],
  groupActivity: [
    '`activityStream-archivalGroups`',
    'The new versions of archival groups, and the activities asked for, in order. The first fact is a placeholder.',
  ],
  activityRequest: ['`activityRequest-<commandId>`', 'One request for an activity without a new version.'],
  lease: ['`lease-<name>`', 'The heartbeats of the holder of a lease; only the last few are kept.'],
  checkpoint: ['`checkpoint-<name>`', 'How far a reader of the whole log has come; only the last few are kept.'],
} as const;

type Stream = keyof typeof STREAMS;

/** The stream and the meaning of every event type. */
const EVENTS: Readonly<Record<FactType, readonly [Stream, string]>> = {
  DepositCreated: ['deposit', 'A deposit was opened, with this workspace and for this archival group.'],
  DepositWorkspacePrepared: ['deposit', 'The workspace holds what its template promises.'],
  DepositDescribed: ['deposit', 'Name of the group or text of the submitter were changed.'],
  DepositArchivalGroupAssigned: ['deposit', 'The deposit is for another archival group from now on.'],
  DepositAdmissionDeclined: ['deposit', 'The deposit does not take an admission of its ledger, once and for all.'],
  DepositLocked: ['deposit', 'An agent has locked the deposit.'],
  DepositLockSeized: ['deposit', 'An agent has taken the lock of another.'],
  DepositUnlocked: ['deposit', 'The lock has ended.'],
  DepositActivated: ['deposit', 'The deposit is worked on.'],
  DepositDeactivated: ['deposit', 'The deposit is no longer worked on.'],
  MetsRevised: ['deposit', 'The platform has written another METS.'],
  DepositFilesDeleted: ['deposit', 'The platform deletes these files of the payload of a bag.'],
  ImportJobAccepted: ['deposit', 'The deposit takes this import job.'],
  ImportJobDeclined: ['deposit', 'The deposit does not take this import job, once and for all.'],
  ImportJobSettled: ['deposit', 'The import job has ended, for the deposit too.'],
  DepositPreserved: ['deposit', 'The deposit has become this version.'],
  DepositImportFailed: ['deposit', 'The import failed; the deposit can be worked on again.'],
  DepositExportStarted: ['deposit', 'The files of a version are being exported into the workspace.'],
  DepositFilesArrived: ['deposit', 'The export has ended; the deposit can be worked on.'],
  DepositArchivingBegun: ['deposit', 'An archive job has begun; the deposit refuses changes until it has ended.'],
  DepositArchivingVerified: ['deposit', 'All that will be removed from the workspace is in this version of the group.'],
  DepositArchivingFailed: ['deposit', 'The archive job has ended without archiving the deposit.'],
  ArchiveJobReported: ['deposit', 'An archiver outside of the platform reported a run for the deposit.'],
  DepositArchived: ['deposit', 'Objects and metadata were removed from the workspace, since the repository has them.'],
  PipelineRunQueued: ['deposit', 'A pipeline run waits for a worker; no other one until it has ended.'],
  PipelineRunClaimed: [
    'deposit',
    'A worker has the run in this epoch; a worker with an earlier one can change nothing.',
  ],
  PipelineMetadataCreated: ['deposit', 'The output of the tools is in the workspace.'],
  PipelineRunCompleted: ['deposit', 'The run was completed, with these counts; the lock has ended.'],
  PipelineRunFailed: ['deposit', 'The worker gave the run up; the lock has ended.'],
  PipelineRunForceCompleted: ['deposit', 'An agent or the platform ended the run from outside; the lock has ended.'],
  DepositDeleted: ['deposit', 'The deposit was deleted.'],
  DepositWorkspaceEmptied: ['deposit', 'Nothing is left in the workspace of a deleted deposit.'],
  DepositAdmitted: ['archivalGroup', 'This deposit may be the active one of the group.'],
  DepositReleased: ['archivalGroup', 'The deposit is no longer the active one.'],
  ImportAdmitted: ['archivalGroup', 'This import job may run; no other one until it has ended.'],
  ImportAdmissionReleased: ['archivalGroup', 'The job that was admitted will not run, since its deposit declined it.'],
  ImportStarted: ['archivalGroup', 'A worker has taken up the job, on this base version.'],
  ImportContentBegun: ['archivalGroup', 'From here on the job may have written content into the object.'],
  ImportLeaseReassigned: ['archivalGroup', 'Another worker goes on with the job; the former one can no longer commit.'],
  VersionCommitDecided: ['archivalGroup', 'The commit point: from here on the version exists.'],
  VersionPublished: ['archivalGroup', 'The inventories of the version stand in the object.'],
  VersionAdopted: ['archivalGroup', 'A version that was found on the store belongs to the group.'],
  ImportAbandoned: ['archivalGroup', 'The job has ended without a version.'],
  ExportRequested: ['archivalGroup', 'This export may run; no other one until it has ended.'],
  ExportStarted: ['archivalGroup', 'A worker has taken up the export.'],
  ExportLeaseReassigned: [
    'archivalGroup',
    'Another worker goes on with the export; the former one can no longer end it.',
  ],
  ExportFinished: ['archivalGroup', 'The export has ended, with so many files and failures.'],
  ExportAbandoned: ['archivalGroup', 'The export has ended because its deposit was deleted.'],
  ContainerCreated: ['container', 'The container is there.'],
  ChildReserved: ['container', 'A name in the container is taken, by a container or by an archival group.'],
  ChildConfirmed: ['container', 'The archival group of that name has a version.'],
  ChildReservationReleased: ['container', 'The name is free again, since its import job made no version.'],
  ContainerDeleted: ['container', 'The commit point of a deletion: nothing can be created in the container any more.'],
  ChildTombstoned: ['container', 'The container of that name was deleted; the name stays taken.'],
  ChildPurged: ['container', 'The container of that name, or its tombstone, was purged; the name is free.'],
  ExportJobQueued: ['export', 'The export waits for a worker.'],
  ExportJobStarted: ['export', 'A worker has taken up the export.'],
  ExportJobProgressed: ['export', 'So many files and bytes are copied.'],
  ExportFailuresRecorded: ['export', 'Some of the files that could not be copied, with the reasons.'],
  ExportJobCompleted: ['export', 'The export has ended.'],
  ExportJobAbandoned: ['export', 'The export will never finish.'],
  ImportJobQueued: ['importJob', 'The job waits for a worker.'],
  ImportJobStarted: ['importJob', 'A worker has taken up the job.'],
  ImportJobProgressed: ['importJob', 'So many files and bytes are copied.'],
  ImportJobCompleted: ['importJob', 'The job has made this version.'],
  ImportJobFailed: ['importJob', 'The job has ended with these errors.'],
  PipelineRunOpened: ['pipelineRun', 'This agent asked for the run.'],
  PipelineToolsRecorded: ['pipelineRun', 'The versions of the tools and of their signatures.'],
  PipelineRunProgressed: ['pipelineRun', 'So many files and bytes of a step are done.'],
  PipelineFindingsRecorded: ['pipelineRun', 'Some of the files with a virus, of unknown format, or that failed.'],
  ImportPlanPageRecorded: ['importPlan', 'Some operations of the plan.'],
  ImportPlanSealed: ['importPlan', 'The plan is complete: so many operations, with this digest.'],
  ImportJobAnnounced: ['activity', 'An import job has ended, and is in the activity stream from now on.'],
  ArchivalGroupCreationAnnounced: ['groupActivity', 'An archival group has its first version.'],
  ArchivalGroupUpdateAnnounced: [
    'groupActivity',
    'An archival group has a later version, or an activity was asked for.',
  ],
  ArchivalGroupUpdateRequested: ['activityRequest', 'An agent has asked for an activity of the archival group.'],
  LeaseRenewed: ['lease', 'The holder of this epoch lives.'],
  LeaseReleased: ['lease', 'The holder has released the lease, and another process may acquire it immediately.'],
  CheckpointReached: ['checkpoint', 'Everything up to this position was handled.'],
};

const PUBLIC = new Set(
  [archivalGroupEvents, containerEvents, depositEvents, exportEvents, importJobEvents, pipelineRunEvents].flatMap(
    (events) => Object.keys(events),
  ),
);

const section = (stream: Stream): string => {
  const [name, what] = STREAMS[stream];
  const rows = catalogue
    .filter(({ type }) => EVENTS[type as FactType][0] === stream)
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
    'Every event type that the platform writes, by the stream that it stands in. Generated by `npm run docs` from ' +
      '`events/codec/catalogue.ts`; the data of each is typed in `events`. Public events are published to Kafka as ' +
      '[consuming-events.md](consuming-events.md) and the AsyncAPI document describe; the others are for the platform alone.',
    ...Object.keys(STREAMS).map((stream) => section(stream as Stream)),
  ].join('\n\n') + '\n';

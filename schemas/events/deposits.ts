import {
  archivalGroup,
  at,
  by,
  cancelledBy,
  code,
  depositId,
  detail,
  event,
  exportId,
  jobId,
  resultId,
  retryOf,
  steeringEvents,
} from './event.js';
import { count, list, object, oneOf, optional, orNull, text, textOrNumber } from './shape.js';
import { pipelineEpoch as epoch, runId } from './pipeline-runs.js';

const name = text('Display name for the archival group.');
const submission = text('Free text of the submitter.');
const from = text('Agent name of the previous holder of the lock.');

const byWhom = object({ depositId, by, at });

const archiveJobId = text('The archive job.');
const archiveErrors = list(
  'Why the deposit was not archived.',
  object({
    path: orNull(text('Path relative to the deposit; null for a reason that concerns all of it.')),
    message: text('The reason.'),
  }),
);

const released = orNull(text('Agent name of the holder of the lock that this ended; null if it was not locked.'));
const files = (which: string) => count(`Number of ${which} files.`);

/** What a run found, in numbers of files. */
const pipelineCounts = object(
  {
    identified: files('identified'),
    unidentified: files('unidentified'),
    infected: files('infected'),
    failed: count('Number of files that a tool could not read completely.'),
    notScanned: optional(
      object(
        {
          files: count('Number of these files.'),
          named: list(
            'The first of them.',
            object({
              path: text('Path relative to the files to preserve.'),
              reason: text('Why it was not scanned completely.'),
            }),
          ),
        },
        'Files that were not completely scanned for viruses; `failed` also counts them.',
      ),
    ),
    formats: list(
      'The most frequent formats, the most frequent first.',
      object({
        puid: text('PRONOM key, such as `fmt/43`.'),
        name: orNull(text('Name of the format.')),
        files: count('Number of files of the format.'),
      }),
    ),
  },
  'The findings of the run; null if an external worker reported the end.',
);

/** The public events of deposits, by name. */
export const depositEvents = {
  DepositCreated: event(
    'A deposit was created.',
    object({
      depositId,
      template: oneOf('Layout of the new workspace.', ['None', 'RootLevel', 'BagIt']),
      archivalGroup: orNull(archivalGroup),
      archivalGroupName: orNull(name),
      submissionText: orNull(submission),
      files: text('S3 URI of the workspace, the prefix of every object of the deposit.'),
      by,
      at,
    }),
  ),
  DepositWorkspacePrepared: event(
    'The workspace has the files of its template.',
    object({ depositId, metsETag: orNull(text('ETag of the METS; null where the template has none.')), at }),
  ),
  DepositDescribed: event(
    'Properties of the deposit were changed; absent properties were not changed.',
    object({ depositId, archivalGroupName: optional(name), submissionText: optional(submission), by, at }),
  ),
  DepositArchivalGroupAssigned: event(
    'The deposit was assigned to an archival group.',
    object({ depositId, archivalGroup, previous: orNull(archivalGroup), by, at }),
  ),
  DepositAdmissionDeclined: event(
    'The deposit declined its admission as the active one of the archival group.',
    object({ depositId, archivalGroup, code, detail, at }),
  ),
  DepositLocked: event('The deposit was locked.', byWhom),
  DepositLockSeized: event('The lock was taken over from another agent.', object({ depositId, from, by, at })),
  DepositUnlocked: event('The lock was released.', object({ depositId, from, by, at })),
  DepositActivated: event('The deposit became active.', byWhom),
  DepositDeactivated: event('The deposit is no longer active.', byWhom),
  MetsRevised: event(
    'The METS of the workspace was changed through the platform.',
    object({
      depositId,
      etag: text('New ETag of the METS.'),
      recorded: count('Number of paths added or updated.'),
      removed: count('Number of paths removed.'),
      by,
      at,
    }),
  ),
  DepositFilesDeleted: event(
    'Files were deleted through the platform.',
    object({ depositId, files: count('Number of files of the payload of a bag.'), by, at }),
  ),
  ImportJobAccepted: event(
    'An import job of the deposit was accepted.',
    object({ depositId, jobId, resultId, by, at }),
  ),
  ImportJobDeclined: event(
    'An import job of the deposit was declined.',
    object({ depositId, jobId, resultId, code, detail, at }),
  ),
  ImportJobSettled: event(
    'An import job of the deposit ended.',
    object({
      depositId,
      jobId,
      resultId,
      outcome: oneOf('How it ended.', ['completed', 'completedWithErrors']),
      at,
    }),
  ),
  DepositPreserved: event(
    'The content of the deposit was preserved.',
    object({ depositId, jobId, version: text('The version of the archival group, such as `v1`.'), by, at }),
  ),
  DepositImportFailed: event('An import of the deposit failed.', object({ depositId, jobId, by, at })),
  DepositExportStarted: event(
    'A version of the archival group is being exported into the workspace.',
    object({ depositId, exportId, version: text('The version of the archival group, such as `v1`.'), by, at }),
  ),
  DepositFilesArrived: event(
    'The export into the workspace has ended.',
    object({ depositId, exportId, failures: count('Number of files that were not copied.'), by, at }),
  ),
  DepositArchivingBegun: event(
    'An archive job has begun; the deposit refuses changes.',
    object({ depositId, jobId: archiveJobId, archivalGroup: optional(archivalGroup), retryOf, by, at }),
  ),
  DepositArchivingClaimed: event(
    'A worker took the archive job, or took it over from another one.',
    object({ depositId, jobId: archiveJobId, epoch, at }),
  ),
  DepositArchivingVerified: event(
    'All files that will be removed from the workspace are in the archival group.',
    object({
      depositId,
      jobId: archiveJobId,
      archivalGroup,
      version: text('The version of the archival group, such as `v1`.'),
      inventorySha256: text('SHA-256 of the inventory of the version.'),
      files: count('Number of files to remove.'),
      bytes: count('Their bytes.'),
      at,
    }),
  ),
  DepositArchivingFailed: event(
    'An archive job ended without archiving the deposit.',
    object({ depositId, jobId: archiveJobId, errors: archiveErrors, cancelledBy, by, at }),
  ),
  ArchiveJobReported: event(
    'An external archiver reported a run.',
    object({
      depositId,
      jobId: archiveJobId,
      started: orNull(text('When it began, as reported.')),
      finished: orNull(text('When it ended, as reported.')),
      removed: count('Number of files and folders removed.'),
      errors: archiveErrors,
      batch: orNull(textOrNumber('Number or name of the batch, as reported.')),
      by,
      at,
    }),
  ),
  DepositArchived: event(
    'Objects and metadata were removed from the workspace, since the repository has them.',
    object({ depositId, jobId, removed: count('Number of files removed.'), by, at }),
  ),
  PipelineRunQueued: event(
    'A pipeline run of the deposit waits for a worker.',
    object({
      ...{ depositId, runId, archivalGroupName: orNull(name), archivalGroup: optional(archivalGroup) },
      retryOf,
      by,
      at,
    }),
  ),
  PipelineRunClaimed: event(
    'A worker took the pipeline run, or took it over from another one.',
    object({ depositId, runId, epoch, by, at }),
  ),
  PipelineMetadataCreated: event(
    'The output of the tools of the pipeline run is in the workspace.',
    object({ depositId, runId, epoch, by, at }),
  ),
  PipelineRunCompleted: event(
    'The pipeline run was completed; the lock of the deposit has ended.',
    object({ depositId, runId, epoch, released, counts: orNull(pipelineCounts), by, at }),
  ),
  PipelineRunFailed: event(
    'The pipeline run failed; the lock of the deposit has ended.',
    object({ depositId, runId, epoch, released, errors: text('Why.'), by, at }),
  ),
  PipelineRunForceCompleted: event(
    'The pipeline run was ended from outside; the lock of the deposit has ended.',
    object({ depositId, runId, released, errors: orNull(text('Why, if a reason was given.')), cancelledBy, by, at }),
  ),
  ...steeringEvents({ depositId }),
  DepositDeleted: event('The deposit was deleted.', byWhom),
  DepositWorkspaceEmptied: event('Nothing is left in the workspace.', object({ depositId, at })),
};

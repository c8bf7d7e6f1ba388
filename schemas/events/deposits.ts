import { archivalGroup, at, by, code, depositId, detail, event, exportId, jobId, resultId } from './event.js';
import { count, list, object, oneOf, optional, orNull, text } from './shape.js';

const name = text('Display name for the archival group.');
const submission = text('Free text of the submitter.');
const from = text('Agent name of the previous holder of the lock.');

const byWhom = object({ depositId, by, at });

const archiveJobId = text('The archive job.');
const ofArchiving = object({ depositId, jobId: archiveJobId, by, at });
const archiveErrors = list(
  'Why the deposit was not archived.',
  object({
    path: orNull(text('Path relative to the deposit; null for a reason that concerns all of it.')),
    message: text('The reason.'),
  }),
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
    'Properties of the deposit were changed; an absent property was not.',
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
  DepositArchivingBegun: event('An archive job has begun; the deposit refuses changes.', ofArchiving),
  DepositArchivingVerified: event(
    'All that will be removed from the workspace is in the archival group.',
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
    object({ depositId, jobId: archiveJobId, errors: archiveErrors, by, at }),
  ),
  ArchiveJobReported: event(
    'An archiver outside of the platform reported a run.',
    object({
      depositId,
      jobId: archiveJobId,
      started: orNull(text('When it began, as reported.')),
      finished: orNull(text('When it ended, as reported.')),
      removed: count('Number of files and folders removed.'),
      errors: archiveErrors,
      batch: orNull(count('Number of the run.')),
      by,
      at,
    }),
  ),
  DepositArchived: event(
    'Objects and metadata were removed from the workspace, since the repository has them.',
    object({ depositId, jobId, removed: count('Number of files removed.'), by, at }),
  ),
  DepositDeleted: event('The deposit was deleted.', byWhom),
  DepositWorkspaceEmptied: event('Nothing is left in the workspace.', object({ depositId, at })),
};

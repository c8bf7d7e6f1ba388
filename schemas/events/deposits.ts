import { archivalGroup, at, by, code, depositId, detail, event, jobId, resultId } from './event.js';
import { count, object, oneOf, optional, orNull, text } from './shape.js';

const name = text('Display name that the archival group is to have.');
const submission = text('Free text of the submitter.');
const from = text('Agent name of who held the lock.');

const byWhom = object({ depositId, by, at });

/** What is told of deposits, by the name of the event. */
export const depositEvents = {
  DepositCreated: event(
    'A deposit was opened.',
    object({
      depositId,
      template: oneOf('Layout of the new workspace.', ['None', 'RootLevel', 'BagIt']),
      archivalGroup: orNull(archivalGroup),
      archivalGroupName: orNull(name),
      submissionText: orNull(submission),
      files: text('S3 URI of the workspace: every object of the deposit lies below it.'),
      by,
      at,
    }),
  ),
  DepositWorkspacePrepared: event(
    'The workspace holds what its template promises.',
    object({ depositId, metsETag: orNull(text('ETag of the METS; null where none belongs into the workspace.')), at }),
  ),
  DepositDescribed: event(
    'Texts of the deposit were changed; a text that is absent was not.',
    object({ depositId, archivalGroupName: optional(name), submissionText: optional(submission), by, at }),
  ),
  DepositArchivalGroupAssigned: event(
    'The deposit was assigned to an archival group.',
    object({ depositId, archivalGroup, previous: orNull(archivalGroup), by, at }),
  ),
  DepositAdmissionDeclined: event(
    'The deposit will not be the active one of the archival group after all.',
    object({ depositId, archivalGroup, code, detail, at }),
  ),
  DepositLocked: event('The deposit was locked.', byWhom),
  DepositLockSeized: event('The lock of another one was taken over.', object({ depositId, from, by, at })),
  DepositUnlocked: event('The lock was given up.', object({ depositId, from, by, at })),
  DepositActivated: event('The deposit became active.', byWhom),
  DepositDeactivated: event('The deposit is no longer active.', byWhom),
  MetsRevised: event(
    'The METS of the workspace was changed through the platform.',
    object({
      depositId,
      etag: text('ETag of the METS now.'),
      recorded: count('Paths it describes anew.'),
      removed: count('Paths it no longer has.'),
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
    'An import job of the deposit is over.',
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
  DepositDeleted: event('The deposit was deleted.', byWhom),
  DepositWorkspaceEmptied: event('Nothing is left in the workspace.', object({ depositId, at })),
};

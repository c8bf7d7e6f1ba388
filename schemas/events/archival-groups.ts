import {
  archivalGroup,
  at,
  by,
  cancelledBy,
  depositId,
  errors,
  event,
  exportId,
  jobId,
  planSize,
  resultId,
  retryOf,
  steeringEvents,
} from './event.js';
import { count, object, oneOf, orNull, text } from './shape.js';

const name = text('Display name of the group from this version on.');
const created = text("The version's timestamp.", { format: 'date-time' });
const version = count('Number of the version.', 1);
const inventorySha256 = text('SHA-256 of the OCFL inventory.');

const totals = object(
  {
    files: count('Files in the version.'),
    bytes: count('Their bytes.'),
    addedFiles: count('Files whose content this version added.'),
    addedBytes: count('Their bytes.'),
  },
  'The size of the version.',
);

/** The public events of archival groups, by name. */
export const archivalGroupEvents = {
  DepositAdmitted: event(
    'A deposit became the active one of the group.',
    object({
      archivalGroup,
      depositId,
      purpose: oneOf('The purpose of the admission.', ['create', 'export', 'activate', 'assign']),
      by,
      at,
    }),
  ),
  DepositReleased: event(
    'The group no longer has an active deposit.',
    object({
      archivalGroup,
      depositId,
      reason: oneOf('Why.', ['preserved', 'import-failed', 'deactivated', 'deleted', 'reassigned', 'declined']),
      by,
      at,
    }),
  ),
  ImportAdmitted: event(
    'An import job was admitted; the group admits no other until it has ended.',
    object({
      ...{ archivalGroup, jobId, resultId: orNull(resultId), depositId: orNull(depositId) },
      ...planSize,
      retryOf,
      by,
      at,
    }),
  ),
  ImportAdmissionReleased: event(
    'The deposit declined the job that was admitted.',
    object({ archivalGroup, jobId, reason: text('Code of the refusal.'), at }),
  ),
  ImportStarted: event(
    'The work on an import job began.',
    object({ archivalGroup, jobId, baseVersion: count('The version it builds on; 0 for a new group.'), at }),
  ),
  ImportContentBegun: event(
    'An import job can write content of its version from now on.',
    object({ archivalGroup, jobId, version: count('Number of the version, which is not committed yet.', 1), at }),
  ),
  ImportLeaseReassigned: event('Another worker took over the job.', object({ archivalGroup, jobId, at })),
  VersionCommitDecided: event(
    'A version of the group was committed; it will be published.',
    object({ archivalGroup, jobId, version, created, name, inventorySha256, totals, by, at }),
  ),
  VersionPublished: event('A version of the group was published.', object({ archivalGroup, jobId, version, at })),
  VersionAdopted: event(
    'A version that was found on the store was adopted and published; no import job of this log made it.',
    object({
      archivalGroup,
      version,
      created,
      name,
      inventorySha256,
      totals,
      by: orNull(text("Name of the user in the version's inventory.")),
      message: orNull(text("The version's message.")),
      at,
    }),
  ),
  ImportAbandoned: event(
    'An import job ended without a version.',
    object({ archivalGroup, jobId, errors, cancelledBy, at }),
  ),
  ExportRequested: event(
    'An export was admitted; the group admits no other until it has ended.',
    object({
      archivalGroup,
      exportId,
      depositId: orNull(depositId),
      version,
      destination: text('S3 URI of the key prefix to which the files are copied.'),
      retryOf,
      by,
      at,
    }),
  ),
  ExportStarted: event('The work on an export began.', object({ archivalGroup, exportId, at })),
  ExportLeaseReassigned: event('Another worker took over the export.', object({ archivalGroup, exportId, at })),
  ExportFinished: event(
    'An export ended.',
    object({
      archivalGroup,
      exportId,
      files: count('Files copied and verified.'),
      failures: count('Files that were not copied.'),
      at,
    }),
  ),
  ExportAbandoned: event(
    'An export was cancelled, or given up since its deposit was deleted.',
    object({ archivalGroup, exportId, cancelledBy, by, at }),
  ),
  ...steeringEvents({ archivalGroup }),
};

import { archivalGroup, at, by, depositId, errors, event, jobId, resultId, work } from './event.js';
import { count, object, oneOf, orNull, text } from './shape.js';

const name = text('Display name of the group from this version on.');
const created = text("The version's moment.", { format: 'date-time' });
const version = count('Number of the version.', 1);
const inventorySha256 = text('SHA-256 of the OCFL inventory.');

const totals = object(
  {
    files: count('Files in the version.'),
    bytes: count('Their bytes.'),
    addedFiles: count('Files whose content this version added.'),
    addedBytes: count('Their bytes.'),
  },
  'What the version holds.',
);

/** What is told of archival groups, by the name of the event. */
export const archivalGroupEvents = {
  DepositAdmitted: event(
    'A deposit became the active one of the group.',
    object({
      archivalGroup,
      depositId,
      purpose: oneOf('What it was admitted for.', ['create', 'activate', 'assign']),
      by,
      at,
    }),
  ),
  DepositReleased: event(
    'The group has no active deposit any more.',
    object({
      archivalGroup,
      depositId,
      reason: oneOf('Why.', ['preserved', 'import-failed', 'deactivated', 'deleted', 'reassigned', 'declined']),
      by,
      at,
    }),
  ),
  ImportAdmitted: event(
    'An import job was admitted; the group takes no other one until it is over.',
    object({ archivalGroup, jobId, resultId: orNull(resultId), depositId: orNull(depositId), ...work, by, at }),
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
    'From here on an import job may have written content of the version that it makes.',
    object({ archivalGroup, jobId, version: count('Number of the version, which is not decided yet.', 1), at }),
  ),
  ImportLeaseReassigned: event('Another worker went on with the job.', object({ archivalGroup, jobId, at })),
  VersionCommitDecided: event(
    'A version of the group exists; its publishing follows.',
    object({ archivalGroup, jobId, version, created, name, inventorySha256, totals, by, at }),
  ),
  VersionPublished: event('A version of the group can be seen.', object({ archivalGroup, jobId, version, at })),
  VersionAdopted: event(
    'A version that was found on the store can be seen; no import job of this log has made it.',
    object({
      archivalGroup,
      version,
      created,
      name,
      inventorySha256,
      totals,
      by: orNull(text('Name of the user that the version names.')),
      message: orNull(text("The version's message.")),
      at,
    }),
  ),
  ImportAbandoned: event('An import job ended without a version.', object({ archivalGroup, jobId, errors, at })),
};

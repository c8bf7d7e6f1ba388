import { archivalGroup, at, by, depositId, errors, event, jobId, resultId, work } from './event.js';
import { count, object, orNull, text } from './shape.js';

/** What is told of import jobs, by the name of the event. */
export const importJobEvents = {
  ImportJobQueued: event(
    'A job is waiting for a worker.',
    object({
      archivalGroup,
      jobId,
      resultId: orNull(resultId),
      depositId: orNull(depositId),
      archivalGroupName: orNull(text('Display name asked for.')),
      source: orNull(text('Where the content comes from.')),
      ...work,
      by,
      at,
    }),
  ),
  ImportJobStarted: event(
    'A worker took the job.',
    object({ archivalGroup, jobId, baseVersion: count('The version it builds on; 0 for a new group.'), at }),
  ),
  ImportJobProgressed: event(
    'So much of the content is copied.',
    object({ archivalGroup, jobId, files: count('Files so far.'), bytes: count('Bytes so far.'), at }),
  ),
  ImportJobCompleted: event(
    'The job made a version.',
    object({ archivalGroup, jobId, version: count('Number of the version.', 1), at }),
  ),
  ImportJobFailed: event('The job ended without a version.', object({ archivalGroup, jobId, errors, at })),
};

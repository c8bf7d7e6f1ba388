import { archivalGroup, at, by, depositId, errors, event, jobId, planSize, resultId, retryOf } from './event.js';
import { count, object, orNull, text } from './shape.js';

/** The public events of import jobs, by name. */
export const importJobEvents = {
  ImportJobQueued: event(
    'A job is waiting for a worker.',
    object({
      archivalGroup,
      jobId,
      resultId: orNull(resultId),
      depositId: orNull(depositId),
      archivalGroupName: orNull(text('Requested display name.')),
      source: orNull(text('Source of the content.')),
      ...planSize,
      retryOf,
      by,
      at,
    }),
  ),
  ImportJobStarted: event(
    'A worker started the job.',
    object({ archivalGroup, jobId, baseVersion: count('The version it builds on; 0 for a new group.'), at }),
  ),
  ImportJobProgressed: event(
    'A part of the content was copied. Only of imports that earlier versions of the software worked.',
    object({ archivalGroup, jobId, files: count('Files so far.'), bytes: count('Bytes so far.'), at }),
  ),
  ImportJobCompleted: event(
    'The job created a version.',
    object({ archivalGroup, jobId, version: count('Number of the version.', 1), at }),
  ),
  ImportJobFailed: event('The job ended without a version.', object({ archivalGroup, jobId, errors, at })),
};

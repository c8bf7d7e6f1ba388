import { archivalGroup, at, by, cancelledBy, depositId, event, exportId, retryOf } from './event.js';
import { count, list, object, oneOf, orNull, text } from './shape.js';

/** The public events of exports, by name. */
export const exportEvents = {
  ExportJobQueued: event(
    'An export is waiting for a worker.',
    object({
      archivalGroup,
      exportId,
      depositId: orNull(depositId),
      sourceVersion: orNull(text('The version to export, such as `v2`.')),
      destination: text('S3 URI of the key prefix to which the files are copied.'),
      retryOf,
      by,
      at,
    }),
  ),
  ExportJobStarted: event('A worker started the export.', object({ archivalGroup, exportId, at })),
  ExportJobProgressed: event(
    'Some of the files were copied. Only of exports that earlier versions of the software worked.',
    object({ archivalGroup, exportId, files: count('Files so far.'), bytes: count('Bytes so far.'), at }),
  ),
  ExportFailuresRecorded: event(
    'Files that could not be copied. Only failures of the epoch in ExportJobCompleted count.',
    object({
      archivalGroup,
      exportId,
      epoch: count('Identifies the worker that recorded them.', 1),
      page: count('Numbered from 0.'),
      failures: list(
        'The files.',
        object({
          path: orNull(text('Path within the group; null for the whole export.')),
          message: text('What failed.'),
        }),
      ),
      at,
    }),
  ),
  ExportJobCompleted: event(
    'The export ended.',
    object({
      archivalGroup,
      exportId,
      epoch: count('Identifies the worker that completed it.'),
      files: count('Files copied and verified.'),
      failures: count('Files that were not copied.'),
      at,
    }),
  ),
  ExportJobAbandoned: event(
    'The export will never finish.',
    object({
      archivalGroup,
      exportId,
      reason: oneOf('Why.', ['version-not-found', 'deposit-deleted', 'cancelled']),
      cancelledBy,
      at,
    }),
  ),
};

import { at, by, cancelledBy, event, steeringEvents } from './event.js';
import { count, flag, list, object, oneOf, optional, orNull, text } from './shape.js';

const jobId = text('The job.');
const epoch = count('Identifies the worker that has the job; a later one has a higher number. 0 before the first.');
const archivalGroup = orNull(text('Repository path of the archival group; null where it is about none.'));

/** The public events of audits, adoptions and rebuilds, by name. */
export const platformJobEvents = {
  JobRequested: event(
    'A job of the platform was requested.',
    object({
      jobId,
      kind: oneOf('What it does.', ['audit', 'adoption', 'rebuild']),
      parameters: object({
        archivalGroup: optional(orNull(text('Of an audit or adoption: repository path; null for all.'))),
        quick: optional(flag('Of an audit: whether the digests that the store records are trusted.')),
        dryRun: optional(flag('Of an adoption: whether nothing is adopted, and only told what would be.')),
        verify: optional(flag('Of an adoption: whether every content file is read and its digest compared.')),
        view: optional(orNull(text('Of a rebuild: name of the read model; null for all.'))),
      }),
      retryOf: optional(text('The job that it repeats.')),
      by,
      at,
    }),
  ),
  JobClaimed: event('A worker has taken up the job.', object({ jobId, epoch, at })),
  ...steeringEvents({}),
  JobReportPageRecorded: event(
    'A part of the report. Only the pages of the last epoch count.',
    object({
      jobId,
      epoch,
      page: count('Numbered from 0.'),
      lines: list(
        'The lines.',
        object({
          code: text('Code of OCFL, or one of the platform.'),
          archivalGroup,
          key: orNull(text('Key in the bucket of the repository; null where it is about none.')),
          message: text('What was found or done.'),
          expected: orNull(text('What was expected; null where there is nothing to compare.')),
          found: orNull(text('What was found instead.')),
        }),
      ),
      at,
    }),
  ),
  JobEnded: event(
    'The job ended.',
    object({
      jobId,
      epoch,
      outcome: oneOf('How.', ['completed', 'completedWithErrors']),
      summary: orNull(
        object({
          objects: optional(count('Of an audit: objects.')),
          versions: optional(count('Versions checked or adopted.')),
          files: optional(count('Of an audit: files.')),
          bytesRead: optional(count('Of an audit: bytes read.')),
          inProgress: optional(count('Of an audit: import jobs under way.')),
          findings: optional(count('Of an audit: findings.')),
          viewsNotCompared: optional(count('Of an audit: read models that could not be compared with the log.')),
          groups: optional(count('Of an adoption: archival groups.')),
          known: optional(count('Of an adoption: objects of which nothing was new.')),
          notAdopted: optional(count('Of an adoption: objects that were not adopted.')),
          views: optional(count('Of a rebuild: read models.')),
        }),
      ),
      errors: list('The first errors.', object({ path: archivalGroup, message: text('The error message.') })),
      failures: count('How many errors there are.'),
      cancelledBy,
      at,
    }),
  ),
};

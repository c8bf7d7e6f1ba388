import type { RecordedFact } from '../../../events/envelope.js';
import { IMPORT_ACTIVITIES } from '../../../events/import-activity.js';
import type { ImportJobFact } from '../../../events/import-job.js';
import { importActivity } from '../../activity/import-activity.js';
import type { Dependencies } from '../../core/dependencies.js';
import { readQueuedJob } from '../../import-job/import-job-stream.js';
import { appendActivity } from './append-activity.js';

/** The fact that ends an import job. */
export type ImportJobEnd = Extract<ImportJobFact, { type: 'ImportJobCompleted' | 'ImportJobFailed' }>;

/**
 * Adds a job that has ended to the activity stream of import jobs, exactly once; nothing for a job that was never
 * queued. Every end before this one must have been announced. Rejects with EventStoreFault; repeating it is safe.
 */
export const announceImport = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  end: RecordedFact<ImportJobEnd>,
): Promise<void> => {
  const { jobId, at } = end.data;
  const job = await readQueuedJob(dependencies.events, jobId);
  if (job === null) return;
  await appendActivity(dependencies, end, {
    stream: IMPORT_ACTIVITIES,
    decider: importActivity,
    command: {
      type: 'AnnounceImportJob',
      by: end.metadata.actor.agent,
      at,
      jobId,
      archivalGroup: job.archivalGroup,
      startTime: job.submitted,
      source: end.position,
    },
    step: 'announce',
  });
};

import type { ImportJobFact } from '../../events/import-job.js';
import type { EventStore } from '../../events/store.js';
import { fold } from '../core/fold.js';
import { importJob } from '../import-job/decider.js';
import type { ImportJob } from '../import-job/state.js';
import { importJobStream } from '../core/stream-names.js';

/** The import job, from its stream; null when none with this id was ever queued. */
export const readImportJob = async (events: EventStore, jobId: string): Promise<ImportJob | null> => {
  const { state } = await fold(events, importJob, importJobStream(jobId));
  return state.status === 'absent' ? null : state;
};

/** The import job as it was queued, whatever its present status; null when none with this id was ever queued. */
export const readQueuedJob = async (events: EventStore, jobId: string): Promise<ImportJob | null> => {
  for await (const fact of events.read<ImportJobFact>(importJobStream(jobId), { limit: 1 })) {
    const job = importJob.evolve(importJob.initial, fact);
    return job.status === 'absent' ? null : job;
  }
  return null;
};

import type { EventStore } from '../events/store.js';
import { fold } from './fold.js';
import { importJob } from './import-job/decider.js';
import type { ImportJob } from './import-job/state.js';
import { importJobStream } from './stream-names.js';

/** The import job as its stream tells it; null when none with this id was ever queued. */
export const readImportJob = async (events: EventStore, jobId: string): Promise<ImportJob | null> => {
  const { state } = await fold(events, importJob, importJobStream(jobId));
  return state.status === 'absent' ? null : state;
};

import type { EventStore } from '../../events/store.js';
import type { JobDocument } from './job-document.js';
import { jobs, type JobFact } from './jobs.js';

/** A job as the stream that decides on it has it now; null where there is none. For jobs that one stream is all about. */
export const readJobOf = async (events: EventStore, stream: string, jobId: string): Promise<JobDocument | null> => {
  let doc: JobDocument | null = null;
  for await (const fact of events.read<JobFact>(stream))
    for (const { key, apply } of jobs.touches(fact)) if (key === jobId) doc = apply(doc);
  return doc;
};

import type { ExportFact } from '../export.js';
import type { ImportJobFact } from '../import-job.js';
import { categoryOf, type EventStore } from '../store.js';

/** Reads facts from the log. */
export type FactReader = Pick<EventStore, 'read'>;

/** Whether a stream is that of a job, whose facts other than the first do not name the archival group. */
export const isOfJob = (stream: string): boolean => ['importJob', 'export'].includes(categoryOf(stream));

/** How many jobs are cached; only those that run at the same time matter. */
const REMEMBERED = 10_000;

type JobFact = ImportJobFact | ExportFact;
type QueuedFact = Extract<JobFact, { type: 'ImportJobQueued' | 'ExportJobQueued' }>;
const isQueued = (fact: JobFact): fact is QueuedFact =>
  fact.type === 'ImportJobQueued' || fact.type === 'ExportJobQueued';

/**
 * The archival group of a job's stream; null where the stream does not begin with the request of a job. Only the first
 * fact of a job has it, so it is read from the log and cached. Rejects with EventStoreFault.
 */
export const jobGroups = (events: FactReader): ((stream: string) => string | Promise<string | null>) => {
  const known = new Map<string, string>();
  const look = async (stream: string): Promise<string | null> => {
    for await (const fact of events.read<JobFact>(stream, { limit: 1 })) {
      if (!isQueued(fact)) break;
      if (known.size >= REMEMBERED) known.clear();
      known.set(stream, fact.data.archivalGroup);
      return fact.data.archivalGroup;
    }
    return null;
  };
  return (stream) => known.get(stream) ?? look(stream);
};

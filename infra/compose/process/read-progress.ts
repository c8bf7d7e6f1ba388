import { keptFor } from '../../../flow/sharing/kept-for.js';
import type { SharedRecords } from '../../../flow/shared-records.js';
import type { ReadProgress } from '../../../gateways/rendering/job.js';
import type { RunningJob } from '../../../workers/presence/process-record.js';
import { readProcesses } from '../../../workers/presence/read-processes.js';

/** Less than a process takes from one heartbeat to the next while it works; all requests of that time share one read. */
const KEPT_MS = 500;

/** What the processes tell of the jobs that they work; of a job that two processes list, what the later one tells. */
export const readProgressFrom = (records: SharedRecords): ReadProgress =>
  keptFor(KEPT_MS, async () => {
    const told = new Map<string, RunningJob>();
    for (const { jobs } of await readProcesses(records))
      for (const job of jobs) if (job.epoch >= (told.get(job.jobId)?.epoch ?? 0)) told.set(job.jobId, job);
    return told;
  });

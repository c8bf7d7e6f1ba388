import { pause } from '../../../flow/pause.js';
import { parsePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { dataOf } from '../../../clients/api/data-of.js';
import type { Job, NewJob } from '../../../clients/api/resources.js';
import { preservationService, type PreservationService } from '../../../clients/api/typed-service.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { readConfig } from '../../config/config.js';
import type { Interruption, Surroundings } from './command-surroundings.js';
import { ownCalls } from './own-calls.js';

const LOOK_EVERY_MS = 500;

/** A line of the report of a job. */
export interface ReportRow {
  readonly code: string;
  readonly group: RepositoryPath | null;
  readonly key: string;
  readonly message: string;
  readonly expected: string | null;
  readonly found: string | null;
}

interface ReportLine extends Omit<ReportRow, 'group' | 'key'> {
  /** A URI. */
  readonly archivalGroup: string | null;
  readonly key: string | null;
}

/** The lines of a job that could not do its work. */
const NOT_DONE: readonly string[] = ['job-failed', 'resource-not-found'];

const rowsOf = async (service: PreservationService, { jobId, id }: Job): Promise<readonly ReportRow[]> => {
  const repository = `${id.slice(0, id.lastIndexOf('/jobs/'))}/repository/`;
  const { data } = await service.GET('/jobs/{jobId}/report', { params: { path: { jobId } }, parseAs: 'text' });
  // An empty answer has no data.
  const lines = (data ?? '').split('\n').filter((line) => line !== '');
  return lines.map((text) => {
    const { archivalGroup, key, ...line } = JSON.parse(text) as ReportLine;
    const group = archivalGroup === null ? null : parsePath(archivalGroup.slice(repository.length));
    return { ...line, group, key: key ?? '-' };
  });
};

/** The job when it has ended; null where the signal came first. */
const ended = async (service: PreservationService, begun: Job, signal: AbortSignal): Promise<Job | null> => {
  let job = begun;
  while (job.finished === null) {
    await pause(LOOK_EVERY_MS, signal);
    if (signal.aborted) return null;
    job = await dataOf(service.GET('/jobs/{jobId}', { params: { path: { jobId: job.jobId } } }));
  }
  return job;
};

/**
 * Has a job done by the platform at an address, and answers it with its report when it has ended; or the signal that came
 * before, after which the job goes on. Rejects with CommandFault where the job could not do its work.
 */
export const jobOnPlatform = async (
  address: string,
  wanted: NewJob,
  { environment, messages, interrupted }: Surroundings,
): Promise<{ readonly job: Job; readonly rows: readonly ReportRow[] } | Interruption> => {
  const service = preservationService(address, { authHeaders: ownCalls(readConfig(environment).identity) });
  const ending = new AbortController();
  void interrupted.then(() => ending.abort());
  const begun = await dataOf(service.POST('/jobs', { body: wanted }));
  const job = await ended(service, begun, ending.signal);
  if (job === null) {
    messages.write(`The ${begun.kind} goes on: muniment jobs follow ${begun.jobId.slice(0, 4)}\n`);
    return interrupted;
  }
  const rows = await rowsOf(service, job);
  const fault = rows.find(({ code }) => NOT_DONE.includes(code));
  if (fault !== undefined) throw new CommandFault(fault.message);
  return { job, rows };
};

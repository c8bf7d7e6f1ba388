import { dataOf } from '../../../clients/api/data-of.js';
import type { Job, NewJob } from '../../../clients/api/resources.js';
import type { PreservationService } from '../../../clients/api/typed-service.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { resourcePath } from '../../../clients/command-line/looking/resource-path.js';
import { followed, followText } from '../../../clients/command-line/verbs/jobs/follow-job.js';
import { serviceOf } from '../../../clients/command-line/verbs/jobs/service-jobs.js';
import { workOf, type Service, type Session } from '../../../clients/command-line/program/verb.js';
import type { ReportRow } from './report-row.js';

/** A line of the report, of which the group is a URI. */
type ReportLine = Omit<ReportRow, 'group'>;

const rowsOf = async (service: PreservationService, { jobId }: Job): Promise<readonly ReportRow[]> => {
  const { data } = await service.GET('/jobs/{jobId}/report', { params: { path: { jobId } }, parseAs: 'text' });
  // An empty answer has no data.
  const lines = (data ?? '').split('\n').filter((line) => line !== '');
  return lines.map((text) => {
    const line = JSON.parse(text) as ReportLine;
    return { ...line, group: line.archivalGroup === null ? null : resourcePath(line.archivalGroup) };
  });
};

const stopped = (job: Job): CommandFault =>
  new CommandFault(`Stopped before the end. The ${job.kind} goes on.`, { code: 'interrupted', next: followText(job) });

/** A job after its end, what it counted, and its report. */
export interface EndedJob {
  readonly job: Job;
  readonly summary: NonNullable<Job['summary']>;
  readonly rows: readonly ReportRow[];
}

/**
 * Has a job done by a platform, and shows it until its end. Rejects with CommandFault where the signal came before, after
 * which the job goes on, and where the job did not get to its end: `code` is `resource-not-found` where there is no such
 * group.
 */
export const jobOnPlatform = async (opened: Service, wanted: NewJob, session: Session): Promise<EndedJob> => {
  const service = serviceOf(opened);
  const begun = await dataOf(service.POST('/jobs', { body: wanted }));
  const job = await workOf(opened, followed(service, begun, session));
  if (job === null) throw stopped(begun);
  const rows = await rowsOf(service, job);
  const fault = rows.find(({ code }) => code === 'job-failed' || code === 'resource-not-found');
  const next = 'muniment jobs ' + job.jobId;
  if (fault !== undefined) throw new CommandFault(fault.message, { code: fault.code, exit: 2, next });
  const { summary } = job;
  if (summary !== null) return { job, summary, rows };
  const message = job.errors[0]?.message ?? `The ${job.kind} did not get to its end.`;
  throw new CommandFault(message, { code: 'job-failed', exit: 2, next });
};

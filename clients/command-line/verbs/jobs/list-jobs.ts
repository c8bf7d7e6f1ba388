import type { Job } from '../../../api/resources.js';
import { agentName } from '../../looking/agent-name.js';
import { timeCell } from '../../looking/file-cells.js';
import { readGroupTarget } from '../../looking/target.js';
import { countText, numberText } from '../../output/amounts.js';
import { columns } from '../../output/columns.js';
import { shownName } from '../../output/printable.js';
import { fitted } from '../../output/screen-width.js';
import type { Output } from '../../program/output.js';
import type { Session } from '../../program/verb.js';
import type { Archive } from '../../../archive/archive.js';
import { errorText, jobRecord, sinceOf, standingText, stateOf, subjectOf, type ShownState } from './job-texts.js';
import { shortIds } from './short-ids.js';

/** Which jobs are listed. */
export interface JobListing {
  readonly isAll: boolean;
  readonly group: string | null;
}

const HEAD = [
  { name: 'ID' },
  { name: 'KIND' },
  { name: 'STATE' },
  { name: 'AGENT', from: 100 },
  { name: 'SINCE', from: 100 },
  { name: 'FOR' },
  { name: 'PROGRESS' },
];
/** The cells of an error in a list. */
const ERROR_CELLS = 40;
const UNDER_WAY = ['running', 'waiting', 'held'];

const startOfYesterday = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);

const progressCell = (job: Job, shortId: string, { form, paint }: Output): string => {
  const state = stateOf(job);
  if (state !== 'failed' && state !== 'findings') return standingText(job);
  const text = errorText(job);
  if (form !== 'terminal') return text;
  return `${paint('red', fitted(text, ERROR_CELLS))}: muniment jobs ${shortId}`;
};

const rowOf = (job: Job, shortId: string, output: Output): string[] => [
  job.jobId,
  job.kind,
  stateOf(job),
  shownName(agentName(job.agent)),
  timeCell(sinceOf(job), output),
  subjectOf(job),
  progressCell(job, shortId, output),
];

/** Jobs that run, those that wait, those that are held, and those that failed since yesterday. */
const presentJobs = async (archive: Pick<Archive, 'jobs'>, group: object, now: Date): Promise<Job[]> => {
  const found: Job[] = [];
  for await (const job of archive.jobs({ ...group, states: UNDER_WAY })) found.push(job as unknown as Job);
  found.sort((one, other) => UNDER_WAY.indexOf(one.state) - UNDER_WAY.indexOf(other.state));
  const since = startOfYesterday(now);
  for await (const each of archive.jobs({ ...group, states: ['completedWithErrors'] })) {
    const job = each as unknown as Job;
    if (stateOf(job) !== 'cancelled' && new Date(sinceOf(job)) >= since) found.push(job);
  }
  return found;
};

const allJobs = async (archive: Pick<Archive, 'jobs'>, group: object): Promise<Job[]> => {
  const found: Job[] = [];
  for await (const job of archive.jobs(group)) found.push(job as unknown as Job);
  return found;
};

const countsBy = (jobs: readonly Job[]): Map<ShownState, number> => {
  const counts = new Map<ShownState, number>();
  for (const job of jobs) counts.set(stateOf(job), (counts.get(stateOf(job)) ?? 0) + 1);
  return counts;
};

const closingText = (jobs: readonly Job[], isAll: boolean): string => {
  if (isAll) return `${countText(jobs.length, 'job')}.`;
  if (jobs.length === 0) return 'No job runs or waits, and none failed since yesterday.';
  const counts = countsBy(jobs);
  const texts = Array.from(counts, ([state, count]) => {
    const text = `${numberText(count)} ${state === 'findings' ? 'with findings' : state}`;
    return state === 'failed' || state === 'findings' ? `${text} since yesterday` : text;
  });
  return `${texts.join(', ')}.`;
};

/** Lists jobs; gives the members of the summary. */
export const listJobs = async (
  { isAll, group }: JobListing,
  { archive: open, output, now }: Session,
): Promise<object> => {
  const archive = await open();
  const chosen = group === null ? {} : { group: (await readGroupTarget(archive, group)).group };
  const jobs = isAll ? await allJobs(archive, chosen) : await presentJobs(archive, chosen, now());
  if (output.form === 'json') for (const job of jobs) await output.record(jobRecord(job));
  else {
    const short = shortIds(jobs.map(({ jobId }) => jobId));
    const rows = jobs.map((job) => rowOf(job, short.get(job.jobId) ?? job.jobId, output));
    await output.write(columns({ head: HEAD, rows, output }));
  }
  output.note(closingText(jobs, isAll));
  return { jobs: jobs.length, states: Object.fromEntries(countsBy(jobs)) };
};

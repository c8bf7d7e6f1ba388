import { escapePath, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { pause } from '../../../../flow/pause.js';
import { dataOf } from '../../../api/data-of.js';
import type { Job } from '../../../api/resources.js';
import type { PreservationService } from '../../../api/typed-service.js';
import type { Ended, Session } from '../../program/verb.js';
import { shownName } from '../../output/printable.js';
import { typedPath } from '../../looking/typed-path.js';
import { foundJob } from './found-job.js';
import { doneText, errorText, jobRecord, namedJob, stateOf } from './job-texts.js';
import { jobsOn, serviceOf } from './service-jobs.js';

const EVERY_MS = 500;
const SHORT = 4;
/** More jobs of one group do not wait. */
const PAGE = 500;

type Shown = Pick<Session, 'output' | 'interrupted'>;

/** Shows how far a job is, in phases. */
const progressOf = ({ output }: Shown): ((job: Job) => void) => {
  let shown = { phase: '', files: 0, bytes: 0 };
  return ({ state, progress }) => {
    const phase = progress?.step ?? state;
    const { files = 0, bytes = 0, ofFiles = null, ofBytes = null } = progress ?? {};
    if (phase !== shown.phase) {
      if (progress === null) output.progress.begin(phase);
      else output.progress.begin(phase, { files: ofFiles, bytes: ofBytes ?? 0 });
      shown = { phase, files: 0, bytes: 0 };
    }
    output.progress.advance(files - shown.files, bytes - shown.bytes);
    shown = { phase, files, bytes };
  };
};

/** Shows a job until it has ended, and answers it; null where the signal came first, after which the job goes on. */
export const followed = async (service: PreservationService, found: Job, session: Shown): Promise<Job | null> => {
  const show = progressOf(session);
  let job = found;
  while (job.finished === null) {
    show(job);
    await pause(EVERY_MS, session.interrupted);
    if (session.interrupted.aborted) break;
    const { data } = await service.GET('/jobs/{jobId}', { params: { path: { jobId: job.jobId } } });
    job = data ?? job;
  }
  session.output.progress.end();
  return job.finished === null ? null : job;
};

/** What to type to go on following a job. */
export const followText = ({ jobId }: Pick<Job, 'jobId'>): string => `muniment jobs follow ${jobId.slice(0, SHORT)}`;

const verdict = (job: Job, { output }: Shown): string => {
  const state = stateOf(job);
  if (state === 'failed') return `${output.paint('red', 'FAILED')}: ${namedJob(job)}: ${errorText(job)}.`;
  const done = doneText(job);
  return `${namedJob(job)}: ${state}${done === '' ? '' : `, ${done}`}.`;
};

/**
 * Shows a job until it has ended, and answers whether it did its work. `doneLine` is what is said of one that did.
 */
export const followedJob = async (
  service: PreservationService,
  found: Job,
  session: Shown,
  doneLine: (job: Job) => string = (job) => verdict(job, session),
): Promise<boolean> => {
  const { output } = session;
  const job = await followed(service, found, session);
  if (job === null) {
    output.note(`The ${found.kind} goes on: ${followText(found)}`);
    throw session.interrupted.reason;
  }
  const isDone = stateOf(job) === 'done';
  await output.record(jobRecord(job));
  if (output.form !== 'json') await output.write(`${isDone ? doneLine(job) : verdict(job, session)}\n`);
  return isDone;
};

/** The jobs of a group that have not ended, the oldest first. */
const openJobs = async (service: PreservationService, group: RepositoryPath): Promise<Job[]> => {
  const query = { group: escapePath(group), state: 'waiting,held,running', page: 1, pageSize: PAGE };
  const { jobs } = await dataOf(service.GET('/jobs', { params: { query } }));
  return jobs.toReversed();
};

/**
 * Shows jobs until all have ended: those with these ids, or those of a group that run or wait. The exit code is 1 where
 * one of them did not do its work.
 */
export const followJobs = async (ids: readonly string[], group: string | null, session: Session): Promise<Ended> => {
  const service = serviceOf(await session.service());
  const found = group === null ? [] : await openJobs(service, (await typedPath(group)).path);
  for (const id of ids) found.push(await foundJob(jobsOn(service), id));
  if (group !== null && found.length === 0) session.output.note(`No job of ${shownName(group)} runs or waits.`);
  let code = 0;
  for (const job of found) if (!(await followedJob(service, job, session))) code = 1;
  return { code, summary: { jobs: found.length } };
};

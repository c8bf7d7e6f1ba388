import { pause } from '../../../../flow/pause.js';
import type { Job } from '../../../api/resources.js';
import type { PreservationService } from '../../../api/typed-service.js';
import type { Ended, Session } from '../../program/verb.js';
import { foundJob } from './found-job.js';
import { doneText, errorText, jobRecord, namedJob, stateOf } from './job-texts.js';
import { jobsOn, serviceOf } from './service-jobs.js';

const EVERY_MS = 500;
const SHORT = 4;

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

/** Shows a job until it has ended; the exit code is 1 where it did not do its work. */
export const followJob = async (id: string, session: Session): Promise<Ended> => {
  const service = serviceOf(await session.service());
  const found = await foundJob(jobsOn(service), id);
  const job = await followed(service, found, session);
  if (job === null) {
    session.output.note(`The ${found.kind} goes on: ${followText(found)}`);
    throw session.interrupted.reason;
  }
  await session.output.record(jobRecord(job));
  if (session.output.form !== 'json') await session.output.write(`${verdict(job, session)}\n`);
  return { code: stateOf(job) === 'done' ? 0 : 1, summary: { jobs: 1 } };
};

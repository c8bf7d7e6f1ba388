import { randomUUID } from 'node:crypto';
import type { Job } from '../../../api/resources.js';
import type { PreservationService } from '../../../api/typed-service.js';
import { CommandFault } from '../../command-fault.js';
import { refusalOf } from '../../looking/refusal.js';
import type { Ended, Session } from '../../program/verb.js';
import { foundJob } from './found-job.js';
import { jobRecord, namedJob } from './job-texts.js';
import { jobsOn, serviceOf } from './service-jobs.js';

const DONE = { cancel: 'Cancelled', hold: 'Held', release: 'Released', retry: 'Asked again for' } as const;

/** What a job can be told. */
export type Action = keyof typeof DONE;

export const isAction = (word: string): word is Action | 'follow' => word === 'follow' || Object.hasOwn(DONE, word);

/** The characters of an id that are enough to type. */
const SHORT = 4;

/** Why a service does not do it, in its words; any other fault stays as it is. */
const refusal = (error: unknown, { jobId, finished }: Job): unknown => {
  const next = `muniment jobs ${finished === null ? 'follow ' : ''}${jobId.slice(0, SHORT)}`;
  const refused = refusalOf(error, { code: 'job-refused', next });
  if (!(refused instanceof CommandFault)) return refused;
  const text = refused.message.replace(/; (?:import|archive) job \S+ cannot/, '; it cannot');
  return new CommandFault(text, refused.about, { cause: error });
};

const told = async (service: PreservationService, action: Action, { jobId }: Job): Promise<Job> => {
  const init = { params: { path: { jobId }, header: { 'Idempotency-Key': randomUUID() } } };
  const answers = {
    cancel: () => service.POST('/jobs/{jobId}/cancel', init),
    hold: () => service.POST('/jobs/{jobId}/hold', init),
    release: () => service.POST('/jobs/{jobId}/release', init),
    retry: () => service.POST('/jobs/{jobId}/retry', init),
  };
  const { data } = await answers[action]();
  if (data === undefined) throw new CommandFault(`Job ${jobId} was not answered for.`);
  return data;
};

/** Cancels a job, holds or releases it, or asks for it again. */
export const steerJob = async (action: Action, id: string, { service: open, output }: Session): Promise<Ended> => {
  const opened = await open();
  const service = serviceOf(opened);
  const job = await foundJob(jobsOn(service), id);
  const now = await told(service, action, job).catch((error: unknown) => {
    throw refusal(error, job);
  });
  await output.record(jobRecord(now));
  const as = action === 'retry' ? ` as ${now.jobId}` : '';
  if (output.form !== 'json') await output.write(`${DONE[action]} ${namedJob(job)}${as}.\n`);
  if (action === 'retry' && opened.isOwn)
    output.note(`It runs while the platform does: muniment jobs follow ${now.jobId.slice(0, SHORT)}`);
  return { code: 0, summary: { jobs: 1 } };
};

import type { Job } from '../../../api/resources.js';
import { wordsFault } from '../../command-fault.js';
import type { Session, Verb } from '../../program/verb.js';
import { followJobs } from './follow-job.js';
import { foundJob } from './found-job.js';
import { jobLines } from './job-lines.js';
import { jobRecord } from './job-texts.js';
import { listJobs } from './list-jobs.js';
import { isAction, steerJob, type Action } from './steer-job.js';

const HELP = `Usage: muniment jobs [action] [id] [options]

Lists the jobs of the platform that run or wait, and those that failed since
yesterday; or shows one job, follows it to its end, or changes it.

  muniment jobs
  muniment jobs hb5
  muniment jobs follow vnw6
  muniment jobs follow --for maps/north
  muniment jobs cancel vnw6

The first characters of an id suffice. Actions: follow (one or more, to the end
of all), cancel, hold (is not begun before it is released), release, retry
(asks for it again).

  --all         all jobs, also those that have ended
  --for <path>  only jobs of this archival group; with follow, those of it
                that run or wait

Exit codes: 0 done, 1 no such job, not possible, or the job that was followed
has failed, 2 command line, 4 login, 5 try again later.
`;

const showJob = async (word: string, { archive: open, output }: Session): Promise<object> => {
  const archive = await open();
  const job = await foundJob(archive.jobs() as unknown as AsyncIterable<Job>, word);
  await output.record(jobRecord(job));
  if (output.form !== 'json') await output.write(jobLines(job, output));
  return { jobs: 1 };
};

/** Lists, shows and steers jobs. */
export const jobs: Verb = {
  name: 'jobs',
  kind: 'lines',
  help: HELP,
  actions: ['follow', 'cancel', 'hold', 'release', 'retry'],
  define: (command) => {
    command.argument('[action-or-id]').argument('[ids...]').option('--all').option('--for <path>');
  },
  run: async ({ args: [first, ...ids], options }, session) => {
    const [id, extra] = ids;
    const { all: isAll = false, for: group }: { readonly all?: boolean; readonly for?: string } = options;
    if (first === undefined) return { code: 0, summary: await listJobs({ isAll, group: group ?? null }, session) };
    if (first === 'follow' && (id !== undefined || group !== undefined)) return followJobs(ids, group ?? null, session);
    if (isAction(first)) {
      if (id === undefined) throw wordsFault(`jobs ${first} needs the id of a job.`, 'muniment jobs');
      if (extra !== undefined) throw wordsFault(`jobs ${first} takes one job.`, 'muniment jobs --help');
      return steerJob(first as Action, id, session);
    }
    if (id !== undefined) throw wordsFault(`jobs has no action ${first}.`, 'muniment jobs --help');
    return { code: 0, summary: await showJob(first, session) };
  },
};

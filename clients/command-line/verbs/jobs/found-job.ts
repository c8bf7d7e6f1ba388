import type { Job } from '../../../api/resources.js';
import { CommandFault } from '../../command-fault.js';
import { listed, shownName } from '../../output/printable.js';

const NAMED = 5;
/** The length of the ids of jobs. */
const WHOLE = 12;

/** The job whose id begins so. Rejects with CommandFault where there is none, or more than one. */
export const foundJob = async (jobs: AsyncIterable<Job>, beginning: string): Promise<Job> => {
  const found: Job[] = [];
  for await (const job of jobs) {
    if (!job.jobId.startsWith(beginning)) continue;
    found.push(job);
    if (beginning.length >= WHOLE) break;
  }
  const [job] = found;
  if (job === undefined)
    throw new CommandFault(`There is no job ${shownName(beginning)}.`, {
      code: 'job-not-found',
      next: 'muniment jobs --all',
    });
  if (found.length === 1) return job;
  const ids = found.map(({ jobId }) => jobId);
  throw new CommandFault(`${found.length} jobs begin with ${shownName(beginning)}: ${listed(ids, NAMED)}.`, {
    code: 'job-ambiguous',
    next: `muniment jobs ${ids[0] ?? ''}`,
  });
};

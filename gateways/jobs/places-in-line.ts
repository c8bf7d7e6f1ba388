import type { JobDocument } from '../../projections/jobs/job-document.js';
import type { JobsView } from '../../projections/jobs/jobs-view.js';

/** Places beyond are not told: nobody counts ten thousand jobs for each of a page. */
export const FARTHEST = 100;

/**
 * How many jobs of the same agent and kind wait before each of these jobs that waits; without those that have 100 or more
 * before them.
 */
export const placesInLine = async (
  view: Pick<JobsView, 'waitingOf'>,
  jobs: readonly JobDocument[],
): Promise<ReadonlyMap<string, number>> => {
  const waiting = jobs.filter(({ status }) => status === 'waiting');
  const lines = new Map(waiting.map(({ agent, kind }) => [JSON.stringify([agent, kind]), { agent, kinds: [kind] }]));
  const found = await Promise.all(Array.from(lines.values(), (line) => view.waitingOf({ ...line, limit: FARTHEST })));
  return new Map(found.flatMap((line) => line.map(({ jobId }, index): [string, number] => [jobId, index])));
};

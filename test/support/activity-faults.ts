import type { Recorded } from '../../events/envelope.js';
import type { ImportActivityFact } from '../../events/import-activity.js';
import type { ImportJobFact } from '../../events/import-job.js';

const isEnd = ({ type }: Recorded): boolean => type === 'ImportJobCompleted' || type === 'ImportJobFailed';

/**
 * All that is wrong with the activity stream of imports, in a log that has come to rest: one activity for each job that
 * ended, in the order of their ends, each later than the one before. `facts` are the log's, in its order.
 */
export const activityFaults = (facts: readonly Recorded[]): string[] => {
  const ends = facts.filter(isEnd) as Recorded<ImportJobFact>[];
  const activities = facts.filter(({ type }) => type === 'ImportJobAnnounced') as Recorded<ImportActivityFact>[];
  const faults = activities.flatMap(({ revision, data }, index) => {
    const before = activities[index - 1]?.data.endTime;
    return [
      ...(revision === BigInt(index) ? [] : [`activity ${index} has revision ${revision}`]),
      ...(before === undefined || Date.parse(data.endTime) > Date.parse(before)
        ? []
        : [`activity ${index} ends no later than the one before`]),
    ];
  });
  const ended = ends.map(({ data }) => data.jobId).join(' ');
  const announced = activities.map(({ data }) => data.jobId).join(' ');
  return ended === announced ? faults : [...faults, `the jobs that ended are ${ended}, those announced ${announced}`];
};

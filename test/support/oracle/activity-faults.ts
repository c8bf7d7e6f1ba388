import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { PLACEHOLDER, type ActivityRequestFact, type GroupActivityFact } from '../../../events/group-activity.js';
import type { ImportActivityFact } from '../../../events/import-activity.js';
import type { ImportJobFact } from '../../../events/import-job.js';

type Activity = RecordedFact<ImportActivityFact | GroupActivityFact>;

const isEnd = ({ type }: RecordedFact): boolean => type === 'ImportJobCompleted' || type === 'ImportJobFailed';

/** Revisions without a gap, and each activity later than the one before. */
const orderFaults = (activities: readonly Activity[]): string[] =>
  activities.flatMap(({ stream, revision, data }, index) => {
    const before = activities[index - 1]?.data.endTime;
    return [
      ...(revision === BigInt(index) ? [] : [`activity ${index} of ${stream} has revision ${revision}`]),
      ...(before === undefined || Date.parse(data.endTime) > Date.parse(before)
        ? []
        : [`activity ${index} of ${stream} ends no later than the one before`]),
    ];
  });

const differing = (what: string, expected: readonly string[], announced: readonly string[]): string[] =>
  expected.join(', ') === announced.join(', ')
    ? []
    : [`the ${what} are ${expected.join(', ')}, those announced ${announced.join(', ')}`];

/** What each change of a group has to be announced as, in the order of the log. */
const changesOf = (facts: readonly RecordedFact[]): string[] => {
  const jobs = new Map<string, Extract<ImportJobFact, { type: 'ImportJobQueued' }>['data']>();
  return (facts as readonly RecordedFact<ArchivalGroupFact | ImportJobFact | ActivityRequestFact>[]).flatMap((fact) => {
    switch (fact.type) {
      case 'ImportJobQueued':
        jobs.set(fact.data.jobId, fact.data);
        return [];
      case 'ImportJobCompleted': {
        const job = jobs.get(fact.data.jobId);
        const isKeptOut = job === undefined || job.request.suppressActivityStreamEvent;
        return isKeptOut ? [] : [`${job.archivalGroup} v${fact.data.version} ${job.jobId}`];
      }
      case 'VersionAdopted':
        return [`${fact.data.path} v${fact.data.version} null`];
      case 'ArchivalGroupUpdateRequested':
        return [`${fact.data.archivalGroup} vnull null`];
      default:
        return [];
    }
  });
};

/** The same for an activity; a creation is that of version 1. */
const announcedAs = ({ type, data: { archivalGroup, version, jobId } }: GroupActivityFact): string =>
  (type === 'ArchivalGroupCreationAnnounced') === (version === 1)
    ? `${archivalGroup} v${version} ${jobId}`
    : `${type} of v${version}`;

/**
 * All that is wrong with the activity streams, in a log that has come to rest: one activity for each job that ended, and
 * one for each version and request, in the order of the log, each later than the one before. `facts` are the log's, in
 * its order.
 */
export const activityFaults = (facts: readonly RecordedFact[]): string[] => {
  const ends = facts.filter(isEnd) as RecordedFact<ImportJobFact>[];
  const imports = facts.filter(({ type }) => type === 'ImportJobAnnounced') as RecordedFact<ImportActivityFact>[];
  const groups = facts.filter(({ type }) =>
    /^ArchivalGroup\w+Announced$/.test(type),
  ) as RecordedFact<GroupActivityFact>[];
  const [placeholder, ...announced] = groups;
  const isPlaceholder = placeholder === undefined || placeholder.data.endTime === PLACEHOLDER.data.endTime;
  const jobsOf = (of: readonly RecordedFact<ImportJobFact | ImportActivityFact>[]) => of.map(({ data }) => data.jobId);
  return [
    ...orderFaults(imports),
    ...differing('jobs that ended', jobsOf(ends), jobsOf(imports)),
    ...orderFaults(groups),
    ...(isPlaceholder ? [] : ['the stream of archival groups does not begin with its placeholder']),
    ...differing('changes of archival groups', changesOf(facts), announced.map(announcedAs)),
  ];
};

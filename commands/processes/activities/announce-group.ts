import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { GROUP_ACTIVITIES, type ActivityRequestFact } from '../../../events/group-activity.js';
import type { ImportJobFact } from '../../../events/import-job.js';
import type { EventStore } from '../../../events/store.js';
import { groupActivity, type AnnounceArchivalGroup } from '../../activity/group-activity.js';
import type { Dependencies } from '../../core/dependencies.js';
import { readQueuedJob } from '../../import-job/import-job-stream.js';
import { appendActivity } from './append-activity.js';

/** The facts from which an activity of an archival group may follow. */
export type GroupChange =
  | Extract<ImportJobFact, { type: 'ImportJobCompleted' }>
  | Extract<ArchivalGroupFact, { type: 'VersionAdopted' }>
  | ActivityRequestFact;

type AnnouncedVersion = Pick<AnnounceArchivalGroup, 'archivalGroup' | 'version' | 'jobId'>;

/** What the fact announces; null for a version that is kept out of the stream (preservation 4.5). */
const announcedBy = async (events: EventStore, { type, data }: GroupChange): Promise<AnnouncedVersion | null> => {
  switch (type) {
    case 'ImportJobCompleted': {
      const { jobId, version } = data;
      const job = await readQueuedJob(events, jobId);
      if (job === null || job.request.suppressActivityStreamEvent) return null;
      return { archivalGroup: job.archivalGroup, version, jobId };
    }
    case 'VersionAdopted':
      return { archivalGroup: data.path, version: data.version, jobId: null };
    case 'ArchivalGroupUpdateRequested':
      return { archivalGroup: data.archivalGroup, version: null, jobId: null };
  }
};

/**
 * Adds a new version, or a requested activity, to the activity stream of archival groups, exactly once. Every change
 * before this one must have been announced. Rejects with EventStoreFault; repeating it is safe.
 */
export const announceGroup = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  change: RecordedFact<GroupChange>,
): Promise<void> => {
  const announced = await announcedBy(dependencies.events, change);
  if (announced === null) return;
  await appendActivity(dependencies, change, {
    stream: GROUP_ACTIVITIES,
    decider: groupActivity,
    command: {
      type: 'AnnounceArchivalGroup',
      by: change.metadata.actor.agent,
      at: change.data.at,
      ...announced,
      source: change.position,
    },
    step: 'announce group',
  });
};

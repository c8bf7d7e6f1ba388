import { PLACEHOLDER, type GroupActivityFact } from '../../events/group-activity.js';
import type { AnyCommand, Decider } from '../core/decider.js';
import { endTimeAfter } from './end-time-after.js';

/** Announces a change of an archival group that was finished at the time `at`. */
export interface AnnounceArchivalGroup extends AnyCommand<'AnnounceArchivalGroup'> {
  readonly archivalGroup: string;
  /** Null for an activity without a new version. */
  readonly version: number | null;
  /** Null where no job made the version. */
  readonly jobId: string | null;
  /** The position in the log of what is announced. */
  readonly source: string;
}

/** The next activity depends on the last one alone; null while there is none. */
type LastActivity = GroupActivityFact['data'] | null;

/**
 * The activity stream of archival groups (preservation 6.3). Everything is announced in the order of the log, so what is
 * at or before the position of the last activity was announced before. The first activity brings the placeholder along.
 */
export const groupActivity: Decider<LastActivity, AnnounceArchivalGroup, GroupActivityFact> = {
  initial: null,
  decide({ archivalGroup, version, jobId, at, source }, last) {
    const before = last ?? PLACEHOLDER.data;
    if (before.source !== null && source <= before.source) return [];
    const announced: GroupActivityFact = {
      type: version === 1 ? 'ArchivalGroupCreationAnnounced' : 'ArchivalGroupUpdateAnnounced',
      data: { archivalGroup, version, jobId, endTime: endTimeAfter(before, at), source },
    };
    return last === null ? [PLACEHOLDER, announced] : [announced];
  },
  evolve: (_, { data }) => data,
};

import type { Fact } from './envelope.js';
import { timestampOf } from './time.js';

/** The stream of what happened to archival groups; the revision of a fact is its index among them, from 0. */
export const GROUP_ACTIVITIES = 'activityStream-archivalGroups';

interface OfGroup {
  /** Repository path; null only for the placeholder with which the stream begins. */
  readonly archivalGroup: string | null;
  /** The version that was made or adopted; null where there was none. */
  readonly version: number | null;
  /** The import job that made the version; null where there was none. */
  readonly jobId: string | null;
  /** When the change was finished, or a millisecond after the activity before this one, whichever is later. */
  readonly endTime: string;
  /** The position in the log of what is announced; it grows from one activity to the next. Null for the placeholder. */
  readonly source: string | null;
}

/** Facts of `activityStream-archivalGroups`: one for each new version and for each requested activity. */
export type GroupActivityFact =
  Fact<'ArchivalGroupCreationAnnounced', OfGroup> | Fact<'ArchivalGroupUpdateAnnounced', OfGroup>;

/** The fact with which the stream begins (companion 14.4). It names nothing in the repository, and counts. */
export const PLACEHOLDER: GroupActivityFact = {
  type: 'ArchivalGroupCreationAnnounced',
  data: {
    archivalGroup: null,
    version: null,
    jobId: null,
    endTime: timestampOf(new Date(Date.UTC(2024, 0, 1))),
    source: null,
  },
};

/** The fact of `activityRequest-<commandId>`: somebody asked for an activity without a new version. */
export type ActivityRequestFact = Fact<
  'ArchivalGroupUpdateRequested',
  {
    /** Repository path. */
    archivalGroup: string;
    by: string;
    at: string;
  }
>;

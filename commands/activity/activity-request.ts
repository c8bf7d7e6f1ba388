import type { ActivityRequestFact } from '../../events/group-activity.js';
import type { AnyCommand, Decider } from '../core/decider.js';

/** Asks for an activity of an archival group that exists, without a new version. */
export interface RequestActivity extends AnyCommand<'RequestActivity'> {
  readonly archivalGroup: string;
}

/** One request for an activity; the state is whether it was made. */
export const activityRequest: Decider<boolean, RequestActivity, ActivityRequestFact> = {
  initial: false,
  decide: ({ archivalGroup, by, at }, isMade) =>
    isMade ? [] : [{ type: 'ArchivalGroupUpdateRequested', data: { archivalGroup, by, at } }],
  evolve: () => true,
};

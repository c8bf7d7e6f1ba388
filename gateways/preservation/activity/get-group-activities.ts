import type { GroupActivityFact } from '../../../events/group-activity.js';
import { route, type Route } from '../../http/route.js';
import {
  activityCollectionAnswer,
  type CollectionQuery,
  type ShownActivities,
} from '../../service/activity-answers.js';

/** The collection of the activity stream of archival groups (preservation 6.1). */
export const getGroupActivities = (shown: ShownActivities<GroupActivityFact>): Route =>
  route<CollectionQuery>('getGroupActivities', (call) => activityCollectionAnswer(call, shown));

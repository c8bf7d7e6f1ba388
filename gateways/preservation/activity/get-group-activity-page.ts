import type { GroupActivityFact } from '../../../events/group-activity.js';
import { route, type Route } from '../../http/route.js';
import { activityPageAnswer, type ShownActivities } from '../../service/activity-answers.js';

/** One page of the activity stream of archival groups (preservation 6.2). */
export const getGroupActivityPage = (shown: ShownActivities<GroupActivityFact>): Route =>
  route('getGroupActivityPage', (call) => activityPageAnswer(call, shown));

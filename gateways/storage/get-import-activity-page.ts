import type { ImportActivityFact } from '../../events/import-activity.js';
import { route, type Route } from '../http/route.js';
import { activityPageAnswer, type ShownActivities } from '../service/activity-answers.js';

/** One page of the import activity stream (storage service 2.3). */
export const getImportActivityPage = (shown: ShownActivities<ImportActivityFact>): Route =>
  route('getImportActivityPage', (call) => activityPageAnswer(call, shown));

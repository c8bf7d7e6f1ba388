import type { ImportActivityFact } from '../../events/import-activity.js';
import { route, type Route } from '../http/route.js';
import { activityCollectionAnswer, type CollectionQuery, type ShownActivities } from '../service/activity-answers.js';

/** The collection of the import activity stream (storage service 4.3). */
export const getImportActivities = (shown: ShownActivities<ImportActivityFact>): Route =>
  route<CollectionQuery>('getImportActivities', (call) => activityCollectionAnswer(call, shown));

import type { ImportActivities } from '../../projections/import-activities/import-activities.js';
import type { BaseUrls } from '../uris/base-urls.js';
import { renderActivityCollection } from '../rendering/import-activity.js';
import { json, route, type Route } from '../http/route.js';

/** The collection of the import activity stream (storage service 4.3). */
export const getImportActivities = (activities: ImportActivities, baseUrls: BaseUrls): Route =>
  route('getImportActivities', async () =>
    json(200, renderActivityCollection(baseUrls.storage, await activities.count())),
  );

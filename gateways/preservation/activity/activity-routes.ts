import type { GroupActivityFact } from '../../../events/group-activity.js';
import type { ActivityStream } from '../../../projections/activity/activity-stream.js';
import type { Route } from '../../http/route.js';
import { renderGroupActivity } from '../../rendering/group-activity.js';
import type { ShownActivities } from '../../service/activity-answers.js';
import type { RepositoryDependencies } from '../../service/repository-dependencies.js';
import { addGroupActivity } from './add-group-activity.js';
import { getGroupActivities } from './get-group-activities.js';
import { getGroupActivityPage } from './get-group-activity-page.js';

/** The activity stream of archival groups (preservation 4.7). */
export const activityRoutes = (on: RepositoryDependencies, stream: ActivityStream<GroupActivityFact>): Route[] => {
  const { baseUrls, dependencies } = on;
  const shown: ShownActivities<GroupActivityFact> = {
    stream,
    name: 'activity stream of archival groups',
    base: () => `${baseUrls.preservation}/activity/archivalgroups`,
    render: (fact) => renderGroupActivity(baseUrls, fact),
    baseUrls,
    producer: dependencies.producer,
  };
  return [getGroupActivities(shown), getGroupActivityPage(shown), addGroupActivity(on, stream)];
};

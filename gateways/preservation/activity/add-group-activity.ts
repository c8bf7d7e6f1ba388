import { requestActivity } from '../../../commands/processes/activities/request-activity.js';
import type { GroupActivityFact } from '../../../events/group-activity.js';
import type { ActivityStream } from '../../../projections/activity/activity-stream.js';
import { badRequest, notFound } from '../../http/answer/problem.js';
import { noContent, route, type Answer, type Route } from '../../http/route.js';
import { findResource } from '../../repository/find-resource.js';
import { gone } from '../../service/gone.js';
import { intentOf, VIEWS_WITHIN_MS } from '../../service/command-call.js';
import { refusalAnswer } from '../../service/refusal-answer.js';
import type { RepositoryDependencies } from '../../service/repository-dependencies.js';
import { groupExists } from '../deposits/chosen-group.js';
import { groupOfActivity, type PostedActivity } from './posted-activity.js';

type On = Pick<RepositoryDependencies, 'dependencies' | 'repository' | 'groups' | 'baseUrls'>;

/**
 * Adds an activity for an archival group without a new version (preservation 6.3). The answer waits, for a limited time,
 * until the stream shows it.
 */
export const addGroupActivity = (on: On, stream: ActivityStream<GroupActivityFact>): Route =>
  route<unknown, PostedActivity | null | undefined>('addGroupActivity', async (call) => {
    const group = groupOfActivity(on.baseUrls.preservation, call.body);
    if (!group.ok) return badRequest(group.refusal);
    const path = group.value;
    const refusal = (await groupExists(on.dependencies, path)) ? null : await notAGroup(on, path);
    if (refusal !== null) return refusal;
    const requested = await requestActivity(on.dependencies, intentOf(on.dependencies, call), path);
    if (!requested.ok) return refusalAnswer(requested.refusal);
    if (requested.position !== null) await stream.announced(requested.position, VIEWS_WITHIN_MS);
    return noContent();
  });

/** The answer of `GET` where nothing is at the path or it was deleted, and a 400 for a container or a binary. */
const notAGroup = async ({ repository, groups }: On, path: string): Promise<Answer | null> => {
  if (path === '') return wrongType('/', 'RepositoryRoot');
  const found = await findResource(repository, groups, path);
  if (found === null) return notFound(`There is no resource at ${path}`);
  switch (found.kind) {
    case 'archivalGroup':
      return null;
    case 'tombstone':
    case 'deletedContainer':
      return gone(path);
    case 'container':
      return wrongType(path, 'Container');
    case 'inner':
      return wrongType(path, found.record.type);
  }
};

const wrongType = (path: string, type: string): Answer =>
  badRequest(`Object at path ${path} is not an ArchivalGroup, it's a ${type}.`);

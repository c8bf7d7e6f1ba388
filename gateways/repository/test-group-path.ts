import { groupTargetRefusal } from '../../commands/processes/groups/group-target.js';
import { renderEmptyGroup } from '../rendering/archival-group.js';
import { json, route, type Route } from '../http/route.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { archivalGroupPathOf } from '../uris/uri-references.js';

/** The operation of each service, and what stands before the path in its URL. */
const OPERATIONS = {
  preservation: { operationId: 'validateArchivalGroup', prefix: '/validation/archivalgroup/' },
  storage: { operationId: 'testImportPath', prefix: '/import/test-path/' },
} as const;

/**
 * Whether an archival group could be created or edited at a path (companion 1.3): 200 with an empty one, or the refusal
 * that an import would meet. The names are checked as sent, with their escapes (companion 3.1).
 */
export const testGroupPath = ({ dependencies, baseUrls, self }: RepositoryDependencies): Route => {
  const { operationId, prefix } = OPERATIONS[self];
  return route(operationId, async (call) => {
    const path = archivalGroupPathOf(call.path.slice(prefix.length));
    const refusal = await groupTargetRefusal(dependencies, path);
    return refusal === null ? json(200, renderEmptyGroup(baseUrls[self], path)) : refusalAnswer(refusal);
  });
};

import { deleteContainer } from '../../commands/processes/containers/delete-container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { noContent, route, pathParameter, type Answer, type Call, type Route } from '../http/route.js';
import { intentOf } from '../service/command-call.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';

export interface DeletionQuery {
  readonly purge: boolean;
}

/** Deletes an empty container outside of archival groups, or purges its tombstone (companion 3.1). */
export const deleteResource = (on: RepositoryDependencies): Route =>
  route<DeletionQuery>('deleteResource', (call) => removeContainer(on, call, pathParameter(call, 'path')));

/** Deletes or purges the container at a path. */
export const removeContainer = async (
  on: RepositoryDependencies,
  call: Call<DeletionQuery>,
  path: RepositoryPath,
): Promise<Answer> => {
  const { purge } = call.query;
  const deleted = await deleteContainer(on.dependencies, intentOf(on.dependencies, call), { path, purge });
  if (!deleted.ok) return refusalAnswer(deleted.refusal);
  await on.waitForViews(deleted.position);
  return noContent();
};

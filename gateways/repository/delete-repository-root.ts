import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { route, type Route } from '../http/route.js';
import { removeContainer, type DeletionQuery } from './delete-resource.js';

/** Refused: the root is not a container that can be deleted (companion 3.1). */
export const deleteRepositoryRoot = (on: RepositoryDependencies): Route =>
  route<DeletionQuery>('deleteRepositoryRoot', (call) => removeContainer(on, call, ''));

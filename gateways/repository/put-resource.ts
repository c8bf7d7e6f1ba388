import { createContainer, type NewContainer } from '../../commands/processes/containers/create-container.js';
import { recordedName } from '../../formats/group-state/group-state.js';
import {
  escapePath,
  parentOf,
  parsePath,
  slugViolation,
  type RepositoryPath,
} from '../../formats/paths/repository-path.js';
import type { ResourceDocument } from '../../projections/repository/repository.js';
import { intentOf } from '../service/command-call.js';
import { badRequest } from '../http/answer/problem.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import { renderPlace } from '../rendering/resource.js';
import { resourceUri } from '../uris/uris.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { json, route, type Answer, type Call, type Route } from '../http/route.js';

export interface ContainerBody {
  readonly name?: string;
}

/** Creates a container; the slugs are checked as sent, with their escapes (companion 3.1). */
export const putResource = (on: RepositoryDependencies): Route =>
  route<unknown, ContainerBody | undefined>('putResource', async (call) => {
    const escaped = call.path.replace(/^\/repository\/|\/$/g, '').split('/');
    const fault = escaped.map(slugViolation).find((each) => each !== null);
    return fault === undefined ? makeContainer(on, call, parsePath(escaped.join('/'))) : badRequest(fault);
  });

/** Creates the container at a path. */
export const makeContainer = async (
  on: RepositoryDependencies,
  call: Call<unknown, ContainerBody | undefined>,
  path: RepositoryPath,
): Promise<Answer> => {
  const given = call.body?.name ?? '';
  const displayName = given === '' ? null : recordedName(given);
  const made = await createContainer(on.dependencies, intentOf(on.dependencies, call), { path, displayName });
  if (!made.ok) return refusalAnswer(made.refusal);
  await on.waitForViews(made.position);
  const base = on.baseUrls[on.self];
  const place = (await on.repository.resource(path)) ?? newContainer(made.value);
  const container = renderPlace(base, place);
  return json(201, container, { Location: resourceUri(base, path) });
};

/** The container as the read model will show it, where that does not have it yet. */
const newContainer = ({ path, displayName, by, at }: NewContainer): ResourceDocument => ({
  path,
  escapedPath: escapePath(path),
  parent: parentOf(path) ?? '',
  kind: 'container',
  displayName,
  created: at,
  createdBy: by,
  lastModified: at,
  lastModifiedBy: by,
  jobId: null,
  head: null,
  shown: true,
  tombstone: false,
  since: '' as ResourceDocument['since'],
  coming: null,
});

import { findResource, isGone, type LivingResource } from './find-resource.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { GroupView } from './group-view.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import { gone } from '../service/gone.js';
import { renderArchivalGroup } from '../rendering/archival-group.js';
import { renderBinary, renderInnerContainer, renderPlace, type RenderedResource } from '../rendering/resource.js';
import { hostsOf, type RepositoryDependencies } from '../service/repository-dependencies.js';
import { route, pathParameter, type Answer, type Call, type Route } from '../http/route.js';
import { childrenOf } from './children.js';
import { lightweight } from './lightweight.js';
import { resourceAnswer, typeHeader } from './resource-answer.js';

export interface ViewQuery {
  readonly view?: string;
  readonly version?: string;
}

/** The views of a service besides the whole resource and the lightweight one, by their names. */
export type Views = ReadonlyMap<string, GroupView>;

export const hasQuery = ({ query: { view, version } }: Call<ViewQuery>): boolean =>
  view !== undefined || version !== undefined;

export const getResource = (on: RepositoryDependencies, views: Views): Route =>
  route<ViewQuery>('getResource', async (call) => {
    const refusal = viewRefusal(call.query, [...views.keys()]);
    if (refusal !== null) return refusal;
    const path = pathParameter(call, 'path');
    const found = await findResource(on.repository, on.groups, path);
    if (found === null) return notFound(`There is no resource at ${path}`);
    const view = call.query.view?.toLowerCase();
    if (view === 'lightweight') return lightweight(on, found, call.query.version ?? null);
    if (isGone(found)) return gone(path);
    if (view === undefined) return resourceAnswer(await whole(on, found));
    if (found.kind !== 'archivalGroup') return badRequest(`View ${view} is only supported on Archival Groups.`);
    const answer = await views.get(view)?.(found, call.holder);
    return answer === undefined
      ? unsupported(view)
      : { ...answer, headers: { ...typeHeader('ArchivalGroup'), ...answer.headers } };
  });

const unsupported = (view: string): Answer => badRequest(`View ${view} is not a valid value.`, 'Unsupported view');

/** Refuses an unknown `view`, or a `version` without the lightweight view; else null. */
export const viewRefusal = ({ view, version }: Call<ViewQuery>['query'], others: readonly string[]): Answer | null => {
  const wanted = view?.toLowerCase();
  if (wanted !== undefined && wanted !== 'lightweight' && !others.includes(wanted)) return unsupported(view ?? '');
  if (version === undefined || wanted === 'lightweight') return null;
  return badRequest(
    'A version can only be asked for together with view=lightweight.',
    'Version only supported on lightweight view',
  );
};

const whole = async (on: RepositoryDependencies, found: LivingResource): Promise<RenderedResource> => {
  const hosts = hostsOf(on);
  switch (found.kind) {
    case 'container':
      return renderPlace(hosts.base, found.place, await childrenOf(on, found.place.path));
    case 'archivalGroup': {
      const content = await on.groups.content(found.place.path, found.head, versionName(found.head));
      return renderArchivalGroup(found.place, content, hosts);
    }
    case 'inner':
      return found.record.type === 'Binary'
        ? renderBinary(found.content, found.record, hosts, true)
        : renderInnerContainer(found.content, found.record, hosts, { depth: 'children', inItself: true });
  }
};

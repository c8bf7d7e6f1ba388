import { renderRoot } from '../rendering/resource.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { route, type Route } from '../http/route.js';
import { childrenOf } from './children.js';
import { unknownVersion, versionRefusal } from './lightweight.js';
import { resourceAnswer } from './resource-answer.js';
import { viewRefusal, type ViewQuery } from './get-resource.js';

/** The root of the repository, which has no versions. Its type in the header is that of a container (companion 3.1). */
export const getRepositoryRoot = (on: RepositoryDependencies): Route =>
  route<ViewQuery>('getRepositoryRoot', async ({ query }) => {
    const refusal = viewRefusal(query, []);
    if (refusal !== null) return refusal;
    if (query.version !== undefined) {
      return versionRefusal(query.version, false) ?? unknownVersion('The root of the repository', query.version);
    }
    const children = query.view === undefined ? await childrenOf(on, '') : [];
    return resourceAnswer(renderRoot(on.baseUrls[on.self], children), 'Container');
  });

import type { OpenApiDocument } from '../schemas/openapi-document.js';
import type { RepositoryServices } from './repository-services.js';
import { describeApi } from './repository/describe-api.js';
import { getRepositoryRoot } from './repository/get-repository-root.js';
import { getStorageMap } from './repository/get-storage-map.js';
import { headRepositoryRoot } from './repository/head-repository-root.js';
import { headResource } from './repository/head-resource.js';
import { health } from './repository/health.js';
import { putRepositoryRoot } from './repository/put-repository-root.js';
import { putResource } from './repository/put-resource.js';
import { whoAmI } from './repository/who-am-i.js';
import type { Route } from './route.js';

/** The operations that both services have, but for `getResource`, whose views differ. */
export const repositoryRoutes = (on: RepositoryServices, document: OpenApiDocument): Route[] => [
  health(() => on.services.events.head()),
  describeApi(document),
  whoAmI(on.services.places.workspaceBucket),
  getRepositoryRoot(on),
  headRepositoryRoot(),
  putRepositoryRoot(on),
  headResource(on),
  putResource(on),
  getStorageMap(on),
];

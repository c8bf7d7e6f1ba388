import type { OpenApiDocument } from '../../schemas/openapi-document.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { getDocumentationFile, showDocumentation } from '../service/pages/documentation.js';
import { listProblems, showProblem } from '../service/pages/problems.js';
import { deleteRepositoryRoot } from './delete-repository-root.js';
import { deleteResource } from './delete-resource.js';
import { describeApi } from './describe-api.js';
import { describeProtectedResource } from './describe-protected-resource.js';
import { getResource, type Views } from './get-resource.js';
import { getRepositoryRoot } from './get-repository-root.js';
import { getStorageMap } from './get-storage-map.js';
import { headRepositoryRoot } from './head-repository-root.js';
import { headResource } from './head-resource.js';
import { health } from './health.js';
import { putRepositoryRoot } from './put-repository-root.js';
import { putResource } from './put-resource.js';
import { testGroupPath } from './test-group-path.js';
import { whoAmI } from './who-am-i.js';
import type { Route } from '../http/route.js';

/** The operations that both services have; the views of archival groups differ. */
export const repositoryRoutes = (on: RepositoryDependencies, document: OpenApiDocument, views: Views): Route[] => [
  health(() => on.dependencies.events.head(), { instance: on.instance, version: on.dependencies.producer }),
  describeApi(on, document),
  describeProtectedResource(on),
  showDocumentation(on, document.info.title),
  getDocumentationFile(on),
  listProblems(on),
  showProblem(on),
  whoAmI(on.dependencies.places.workspaceBucket),
  getRepositoryRoot(on),
  headRepositoryRoot(on),
  putRepositoryRoot(on),
  deleteRepositoryRoot(on),
  getResource(on, views),
  headResource(on, views),
  putResource(on),
  deleteResource(on),
  getStorageMap(on),
  testGroupPath(on),
];

import type { Route } from '../http/route.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { compareVersions } from './compare-versions.js';
import { filesDependencies } from './files-dependencies.js';
import { listChildren, listRootChildren } from './list-children.js';
import { listFiles } from './list-files.js';
import { listVersions } from './list-versions.js';

/** The operations by which a program looks at what is preserved. */
export const filesRoutes = (dependencies: RepositoryDependencies): Route[] => {
  const on = filesDependencies(dependencies);
  return [listRootChildren(on), listChildren(on), listFiles(on), listVersions(on), compareVersions(on)];
};

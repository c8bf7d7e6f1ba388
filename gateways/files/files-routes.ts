import type { Route } from '../http/route.js';
import { compareVersions } from './compare-versions.js';
import type { FilesDependencies } from './files-dependencies.js';
import { listChildren, listRootChildren, type ChildrenDependencies } from './list-children.js';
import { listFiles } from './list-files.js';
import { listVersions } from './list-versions.js';

/** The operations by which a program looks at what is preserved. */
export const filesRoutes = (on: FilesDependencies & ChildrenDependencies): Route[] => [
  listRootChildren(on),
  listChildren(on),
  listFiles(on),
  listVersions(on),
  compareVersions(on),
];

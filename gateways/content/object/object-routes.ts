import type { Route } from '../../http/route.js';
import { getObjectFile } from './get-object-file.js';
import { listObjectFiles } from './list-object-files.js';
import type { FindObject, ObjectDependencies } from './object-files.js';

/** The operations on the files of OCFL objects. */
export const objectRoutes = (on: ObjectDependencies, find: FindObject): Route[] => [
  listObjectFiles(find),
  getObjectFile(on, find),
];

import { parsePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';

/** The last segment of a resource's address, such as the id of a deposit or of a job; or the name of an agent. */
export const idOf = (uri: string): string => decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));

/** The path of a resource in the repository, of its address. */
export const pathOf = (uri: string): RepositoryPath => {
  const { pathname } = new URL(uri);
  return parsePath(pathname.slice(pathname.indexOf('/repository/') + '/repository/'.length));
};

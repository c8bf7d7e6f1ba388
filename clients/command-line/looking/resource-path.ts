import { parsePath, PathFault, type RepositoryPath } from '../../../formats/paths/repository-path.js';

const ROOT = '/repository/';

/** The path of a resource, of its URI; the URI where it is none of a repository. */
export const resourcePath = (uri: string): RepositoryPath => {
  const at = uri.indexOf(ROOT);
  if (at < 0) return uri;
  try {
    return parsePath(uri.slice(at + ROOT.length));
  } catch (error) {
    if (error instanceof PathFault) return uri;
    throw error;
  }
};

import { parsePath, PathFault, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';

/** The path of an archival group in the command line. Throws CommandFault. */
export const groupArgument = (text: string): RepositoryPath => {
  try {
    const path = parsePath(text);
    if (path === '') throw new CommandFault('The path of the archival group is missing.');
    return path;
  } catch (error) {
    if (error instanceof PathFault) throw new CommandFault(`${text} is not a repository path. ${error.message}`);
    throw error;
  }
};

import { Command } from 'commander';
import { reservedFault } from '../../commands/create-container.js';
import { parsePath, PathFault, slugFault } from '../../formats/paths/repository-path.js';
import { CommandFault } from './command-fault.js';
import { parseWords } from './parse-words.js';

export interface PreserveArguments {
  readonly folder: string;
  /** Escaped segments of the archival group's repository path. */
  readonly segments: readonly string[];
  readonly name: string | null;
}

/** Checks the repository path that the group is to have; throws CommandFault. */
export const groupSegments = (path: string): string[] => {
  const refuse = (why: string): never => {
    throw new CommandFault(`--as ${path} is not a repository path. ${why}`);
  };
  const segments = path.replace(/^\/|\/$/g, '').split('/');
  const fault = segments.map(slugFault).find((each) => each !== null);
  if (fault !== undefined) refuse(fault);
  try {
    const reserved = reservedFault(parsePath(segments.join('/')));
    if (reserved !== null) refuse(reserved.detail);
  } catch (error) {
    if (error instanceof PathFault) refuse(error.message);
    throw error;
  }
  return segments;
};

/** Reads the command line; null when it only asked for help. Throws CommandFault. */
export const readArguments = (words: readonly string[], write: (text: string) => void): PreserveArguments | null => {
  let read: PreserveArguments | null = null;
  const command = new Command('preserve')
    .description('Preserves a folder as an archival group, or brings one up to date with it.')
    .argument('<folder>', 'the folder whose content goes below objects/')
    .requiredOption('--as <path>', 'container path and slug of the archival group, such as letters/1911')
    .option('--name <name>', 'display name of the archival group (for a new one, the name of the folder)')
    .action((folder: string, options: { readonly as: string; readonly name?: string }) => {
      if (folder === '') throw new CommandFault('The folder to preserve is missing.');
      read = { folder, segments: groupSegments(options.as), name: options.name ?? null };
    });
  parseWords(command, words, { usage: 'preserve <folder> --as <container path>/<slug>', write });
  return read;
};

import { Command } from 'commander';
import { parsePath, PathFault, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { CommandFault } from './command-fault.js';
import { parseWords } from './parse-words.js';

export interface AuditArguments {
  /** Null for the whole repository. */
  readonly group: RepositoryPath | null;
  /** Whether digests that the store keeps are believed. */
  readonly quick: boolean;
}

const groupPath = (text: string): RepositoryPath => {
  try {
    const path = parsePath(text);
    if (path === '') throw new CommandFault('The path of the archival group is missing.');
    return path;
  } catch (error) {
    if (error instanceof PathFault) throw new CommandFault(`${text} is not a repository path. ${error.message}`);
    throw error;
  }
};

/** Reads the command line; null when it only asked for help. Throws CommandFault. */
export const readAuditArguments = (words: readonly string[], write: (text: string) => void): AuditArguments | null => {
  let read: AuditArguments | null = null;
  const command = new Command('audit')
    .description('Compares the repository with the ledger, both ways, and changes neither.')
    .argument('[group]', 'path of one archival group, such as letters/1911 (everything, when absent)')
    .option('--quick', 'believe the digests that the store keeps, and read only the files that it has none of')
    .addHelpText(
      'after',
      '\nEnds with 0 when nothing was found, with 1 when something was, with 2 when it could not look.',
    )
    .action((group: string | undefined, { quick = false }: { readonly quick?: boolean }) => {
      read = { group: group === undefined ? null : groupPath(group), quick };
    });
  parseWords(command, words, { usage: 'audit [group] [--quick]', write });
  return read;
};

import { Command } from 'commander';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { groupArgument } from './group-argument.js';
import { parseWords } from '../../../clients/command-line/arguments/parse-words.js';

export interface AuditArguments {
  /** Null for the whole repository. */
  readonly group: RepositoryPath | null;
  /** Whether to rely on the digests that the store keeps. */
  readonly quick: boolean;
}

/** Reads the command line; null where it only asks for help. Throws CommandFault. */
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
      read = { group: group === undefined ? null : groupArgument(group), quick };
    });
  parseWords(command, words, { usage: 'audit [group] [--quick]', write });
  return read;
};

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
    .description('Compare the repository with the ledger in both directions. Nothing is changed.')
    .argument('[group]', 'path of one archival group, such as letters/1911 (default: the whole repository)')
    .option('--quick', 'trust the digests that the store keeps, and read only the files that have none')
    .addHelpText(
      'after',
      '\nExit codes: 0 no findings, 1 findings, 2 not everything could be checked, 130 or\n143 interrupted.',
    )
    .action((group: string | undefined, { quick = false }: { readonly quick?: boolean }) => {
      read = { group: group === undefined ? null : groupArgument(group), quick };
    });
  parseWords(command, words, { usage: 'audit [group] [--quick]', write });
  return read;
};

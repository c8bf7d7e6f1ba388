import { Command } from 'commander';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { groupArgument } from './group-argument.js';
import { parseWords } from '../../../clients/command-line/arguments/parse-words.js';

interface AdoptOptions {
  /** Whether to print only what would be adopted, and write nothing. */
  readonly dryRun: boolean;
  /** Whether to read all content and verify its digests first. */
  readonly verify: boolean;
}

export interface AdoptArguments extends AdoptOptions {
  /** Null for all objects on the store. */
  readonly group: RepositoryPath | null;
}

/** Reads the command line; null where it only asks for help. Throws CommandFault. */
export const readAdoptArguments = (words: readonly string[], write: (text: string) => void): AdoptArguments | null => {
  let read: AdoptArguments | null = null;
  const command = new Command('adopt')
    .description('Record OCFL objects and versions that the event log does not have. The objects are not changed.')
    .argument('[group]', 'path of one archival group, such as letters/1911 (default: the whole repository)')
    .option('--dry-run', 'show what would be adopted, and write nothing')
    .option('--verify', 'read every content file first and compare its digest')
    .addHelpText(
      'after',
      '\nExit codes: 0 the log has everything, 1 something was not adopted, 2 the\nadoption could not run.',
    )
    .action((group: string | undefined, { dryRun = false, verify = false }: Partial<AdoptOptions>) => {
      read = { group: group === undefined ? null : groupArgument(group), dryRun, verify };
    });
  parseWords(command, words, { usage: 'adopt [group] [--dry-run] [--verify]', write });
  return read;
};

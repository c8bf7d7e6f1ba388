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
    .description(
      'Takes OCFL objects and versions that the log does not know into the log. The objects stay as they are.',
    )
    .argument('[group]', 'path of one archival group, such as letters/1911 (everything, when absent)')
    .option('--dry-run', 'write nothing, and tell what would be adopted')
    .option('--verify', 'read every content file first, and compare its digest')
    .addHelpText(
      'after',
      '\nEnds with 0 when the log knows everything, with 1 when something could not be adopted, with 2 when it could not look.',
    )
    .action((group: string | undefined, { dryRun = false, verify = false }: Partial<AdoptOptions>) => {
      read = { group: group === undefined ? null : groupArgument(group), dryRun, verify };
    });
  parseWords(command, words, { usage: 'adopt [group] [--dry-run] [--verify]', write });
  return read;
};

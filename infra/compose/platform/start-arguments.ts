import { Command } from 'commander';
import { parseWords } from '../../../clients/command-line/arguments/parse-words.js';

export interface StartArguments {
  /** Whether the JSON line for programs is printed to a terminal, too. */
  readonly json: boolean;
  /** Whether the greeting and the JSON line show the secret key of the S3 endpoint. */
  readonly showSecret: boolean;
}

/** Reads the command line; null where it only asks for help. Throws CommandFault. */
export const readStartArguments = (words: readonly string[], write: (text: string) => void): StartArguments | null => {
  let read: StartArguments | null = null;
  const command = new Command('start')
    .description('Runs the platform in the foreground. Settings are environment variables (docs/settings.md).')
    .option('--json', 'print the line for programs on a terminal too; elsewhere it always is')
    .option('--show-secret', 'print the secret key of the S3 endpoint, to a terminal or elsewhere')
    .action(({ json = false, showSecret = false }: Partial<StartArguments>) => {
      read = { json, showSecret };
    });
  parseWords(command, words, { usage: 'start [--json] [--show-secret]', write });
  return read;
};

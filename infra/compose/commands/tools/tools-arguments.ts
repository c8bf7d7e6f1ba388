import { Command } from 'commander';
import { parseWords } from '../../../../clients/command-line/arguments/parse-words.js';

export type ToolsArguments =
  | { readonly action: 'check' }
  | { readonly action: 'bag'; readonly folder: string }
  | {
      readonly action: 'install';
      /** Null for the default folder. */
      readonly folder: string | null;
      /** Whether clamd is wanted as well. */
      readonly daemon: boolean;
      /** Whether virus signatures are wanted, where there are none. */
      readonly signatures: boolean;
      /** Whether to print only what would be done. */
      readonly isPrinted: boolean;
    };

interface InstallOptions {
  readonly folder?: string;
  readonly print?: boolean;
  readonly daemon?: boolean;
  readonly signatures?: boolean;
}

const USAGE =
  'tools check | tools bag <folder> | tools install [--folder <folder>] [--daemon] [--no-signatures] [--print]';

/** Reads the command line; null where it only asks for help. Throws CommandFault. */
export const readToolsArguments = (words: readonly string[], write: (text: string) => void): ToolsArguments | null => {
  const state: { read: ToolsArguments | null } = { read: null };
  const command = new Command('tools').description('The tools that look at the files of a deposit: docs/tools.md.');
  command
    .command('check')
    .description('tries each tool on a sample; ends with 1 when a wanted one does not work')
    .action(() => {
      state.read = { action: 'check' };
    });
  command
    .command('bag')
    .description('validates the bag in a folder (RFC 8493); ends with 1 when it is not valid')
    .argument('<folder>')
    .action((folder: string) => {
      state.read = { action: 'bag', folder };
    });
  command
    .command('install')
    .description('gets the tools with apt and pip, and says before each step what it does')
    .option('--folder <folder>', 'where Python packages go (muniment-tools in the cache folder of the user)')
    .option('--daemon', 'clamd as well')
    .option('--no-signatures', 'without virus signatures')
    .option('--print', 'only print the steps')
    .action(({ folder, print = false, daemon = false, signatures = true }: InstallOptions) => {
      state.read = { action: 'install', folder: folder ?? null, daemon, signatures, isPrinted: print };
    });
  parseWords(command, words, { usage: USAGE, write });
  return state.read;
};

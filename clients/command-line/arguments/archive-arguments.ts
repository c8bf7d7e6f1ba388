import { Command } from 'commander';
import { CommandFault } from '../command-fault.js';
import { parseWords } from './parse-words.js';

export interface ArchiveArguments {
  /** The id of one deposit; null for the oldest ones. */
  readonly deposit: string | null;
  /** Whether to change nothing, and only tell what would be removed. */
  readonly dryRun: boolean;
  /** ISO 8601. */
  readonly olderThan: string;
  readonly batch: number;
  /** The address of a running preservation service, without a final slash; null to work on the data folder. */
  readonly server: string | null;
}

interface Options {
  readonly dryRun?: boolean;
  readonly olderThan: string;
  readonly batch: string;
  readonly server?: string;
}

const MOST = 1_000;

const argumentsOf = (
  deposit: string | undefined,
  { dryRun = false, olderThan, batch, server }: Options,
): ArchiveArguments => {
  if (!/^[1-9]\d{0,3}$/.test(batch) || Number(batch) > MOST)
    throw new CommandFault(`--batch is a number from 1 to ${MOST}, not '${batch}'.`);
  if (server !== undefined && !/^https?:\/\/[^/]/.test(server))
    throw new CommandFault(
      `--server is the address of the preservation service, such as http://localhost:8080, not '${server}'.`,
    );
  if (deposit !== undefined && !/^[a-z0-9]+$/.test(deposit))
    throw new CommandFault(`'${deposit}' is not the id of a deposit, such as fz4tq7mkv2np.`);
  return {
    deposit: deposit ?? null,
    dryRun,
    olderThan,
    batch: Number(batch),
    server: server?.replace(/\/+$/, '') ?? null,
  };
};

/** Reads the command line; null where it only asks for help. Throws CommandFault. */
export const readArchiveArguments = (
  words: readonly string[],
  write: (text: string) => void,
): ArchiveArguments | null => {
  let read: ArchiveArguments | null = null;
  const command = new Command('archive')
    .description(
      'Remove the files of old deposits from their workspaces, once the repository is proven to have them. METS files stay.',
    )
    .argument('[deposit]', 'id of one deposit, even if it could not be archived before (default: the oldest deposits)')
    .option('--dry-run', 'show what would be removed, and change nothing')
    .option('--older-than <period>', 'time since the last change of a deposit, such as P6M, P1Y or P90D', 'P6M')
    .option('--batch <number>', 'maximum number of deposits, the oldest first', '25')
    .option(
      '--server <address>',
      'address of a running preservation service (default: the data folder, on which no platform may be running)',
    )
    .addHelpText(
      'after',
      '\nPrints one line for each deposit: result, id, files, bytes, reasons.' +
        '\nExit codes: 0 every deposit was archived, 1 a deposit was not archived, 2 the\ncommand could not run.',
    )
    .action((deposit: string | undefined, options: Options) => {
      read = argumentsOf(deposit, options);
    });
  const usage = 'archive [deposit] [--dry-run] [--older-than P6M] [--batch 25] [--server <address>]';
  parseWords(command, words, { usage, write });
  return read;
};

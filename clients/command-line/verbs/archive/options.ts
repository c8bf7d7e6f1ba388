import type { Command } from 'commander';
import { parsePeriod } from '../../../../formats/period.js';
import { wordsFault } from '../../command-fault.js';
import { shownName } from '../../output/printable.js';

export interface ArchiveOptions {
  /** The id of one deposit; null for the oldest ones. */
  readonly deposit: string | null;
  /** Whether to change nothing, and only tell what would be removed. */
  readonly isDryRun: boolean;
  /** ISO 8601. */
  readonly olderThan: string;
  readonly batch: number;
}

interface Typed {
  readonly dryRun?: boolean;
  readonly olderThan?: string;
  readonly batch?: string;
}

const HELP = 'muniment archive --help';
const MOST = 1_000;
/** Adds the arguments and options of `archive`. */
export const defineArchive = (command: Command): void => {
  command
    .argument('[deposit]')
    .option('--older-than <period>', '', 'P6M')
    .option('--batch <number>', '', '25')
    .option('--dry-run');
};

/** Reads the words. Throws CommandFault. */
export const readArchiveOptions = ([deposit]: readonly string[], typed: Typed): ArchiveOptions => {
  const { dryRun = false, olderThan = '', batch = '' } = typed;
  if (parsePeriod(olderThan) === null)
    throw wordsFault(`--older-than is a period such as P6M, P1Y or P90D, not "${shownName(olderThan)}".`, HELP);
  if (!/^[1-9]\d{0,3}$/.test(batch) || Number(batch) > MOST)
    throw wordsFault(`--batch is a number from 1 to ${MOST}, not "${shownName(batch)}".`, HELP);
  if (deposit !== undefined && !/^[a-z0-9]+$/.test(deposit))
    throw wordsFault(`"${shownName(deposit)}" is not the id of a deposit, such as fz4tq7mkv2np.`, HELP);
  return { deposit: deposit ?? null, isDryRun: dryRun, olderThan, batch: Number(batch) };
};

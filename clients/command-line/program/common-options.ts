import type { Command } from 'commander';
import { wordsFault } from '../command-fault.js';

/** The options of every verb. */
export interface CommonOptions {
  /** The address of a running platform, as it was typed. */
  readonly server: string | null;
  /** A data folder. */
  readonly data: string | null;
  readonly json: boolean;
  readonly quiet: boolean;
  /** For how long an archive that is in use is waited for, in milliseconds; null where it is not said. */
  readonly waitMs: number | null;
  readonly pager: boolean;
  readonly color: boolean;
}

/** Those that have a value of their own. */
export const WITH_VALUE: ReadonlySet<string> = new Set(['--server', '--data', '--wait']);

const KEYS: ReadonlySet<string> = new Set(['server', 'data', 'json', 'quiet', 'wait', 'pager', 'color', 'help']);

/** Adds the options of every verb. */
export const defineCommon = (command: Command): Command =>
  command
    .option('--server <address>')
    .option('--data <folder>')
    .option('--json')
    .option('-q, --quiet')
    .option('--wait <time>')
    .option('--no-pager')
    .option('--no-color')
    .option('-h, --help');

const UNITS_MS = { s: 1_000, min: 60_000, h: 3_600_000 } as const;
const LONGEST_WAIT_MS = 12 * UNITS_MS.h;

const waitOf = (typed: string): number => {
  const [, number, unit = 's'] = /^(\d{1,6})(s|min|h)?$/.exec(typed) ?? [];
  const ms = Number(number) * UNITS_MS[unit as keyof typeof UNITS_MS];
  if (!(ms <= LONGEST_WAIT_MS))
    throw wordsFault(`--wait is a time from 0 to 12h, such as 30s, 5min or 1h, not "${typed}".`);
  return ms;
};

/** The options of every verb among those that were typed. Throws CommandFault. */
export const commonOptions = (typed: Readonly<Record<string, unknown>>): CommonOptions => {
  const { server, data, wait } = typed as Readonly<Partial<Record<'server' | 'data' | 'wait', string>>>;
  if (server === '') throw wordsFault('--server names no address.');
  if (data === '') throw wordsFault('--data names no folder.');
  return {
    server: server ?? null,
    data: data ?? null,
    json: typed['json'] === true,
    quiet: typed['quiet'] === true,
    waitMs: wait === undefined ? null : waitOf(wait),
    pager: typed['pager'] !== false,
    color: typed['color'] !== false,
  };
};

/** The options of the verb itself among those that were typed. */
export const ownOptions = (typed: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(typed).filter(([key]) => !KEYS.has(key)));

import type { CommonOptions } from '../../../clients/command-line/program/common-options.js';
import type { Meant, VerbEntry } from '../../../clients/command-line/program/surroundings.js';
import type { Output } from '../../../clients/command-line/program/output.js';
import { settings as known } from '../../config/settings.js';
import type { OpenServiceOptions } from './open-service.js';
import { openingOf } from './opening.js';
import { readUserSettings, type UserSettings } from './user-settings.js';
import { whichArchive, type WhichArchive } from './which-archive.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** For whom an archive is opened. */
export type Opener = Pick<VerbEntry, 'creates'> & { readonly name: string };

/** The environment with the pager of the user where it has none, and nothing else than the archive that is meant. */
const environmentWith = (environment: Environment, where: WhichArchive, { pager }: UserSettings): Environment => ({
  ...(pager === undefined ? {} : { MUNIMENT_PAGER: pager }),
  ...environment,
  MUNIMENT_SERVER: where.kind === 'server' ? where.address : undefined,
  [known.data.variable]: where.kind === 'data' ? where.path : environment[known.data.variable],
});

const serviceOptions = (
  environment: Environment,
  { name, creates = false }: Opener,
  {
    output,
    waitMs,
    signal,
  }: { readonly output: Output; readonly waitMs: number | undefined; readonly signal: AbortSignal },
): OpenServiceOptions => ({
  // Standard error is empty where a program reads the answer.
  environment: output.form === 'json' ? { MUNIMENT_LOG_LEVEL: 'error', ...environment } : environment,
  command: `muniment ${name}`,
  mayCreate: creates,
  waitMs,
  signal,
  say: (line) => output.note(line),
});

/** The archive that the options, the environment or the settings of the user mean. Rejects with CommandFault. */
export const meantArchive = async (
  { server, data, waitMs }: CommonOptions,
  environment: Environment,
  opener: Opener,
): Promise<Meant> => {
  const settings = await readUserSettings(environment);
  const where = whichArchive({ server: server ?? undefined, data: data ?? undefined }, environment, settings);
  const own = environmentWith(environment, where, settings);
  return {
    environment: own,
    userAgent: settings.agent === undefined ? null : { name: settings.agent, from: settings.file },
    open: (output, signal) =>
      openingOf(where, serviceOptions(own, opener, { output, waitMs: waitMs ?? undefined, signal })),
  };
};

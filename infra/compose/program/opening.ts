import type { Archive } from '../../../clients/archive/archive.js';
import { wordsFault } from '../../../clients/command-line/command-fault.js';
import type { Opening } from '../../../clients/command-line/program/surroundings.js';
import type { ServiceAgent } from '../../../clients/command-line/program/verb.js';
import { settings as known } from '../../config/settings.js';
import { findDataFolder } from '../../embedded/data-folder.js';
import type { OpenServiceOptions, OpenedService } from './open-service.js';
import type { WhichArchive } from './which-archive.js';

/** Whether callers bring tokens to the platform of a data folder. */
const wantsTokens = async (environment: OpenServiceOptions['environment']): Promise<boolean> => {
  const { commandConfig } = await import('../commands/command-config.js');
  return commandConfig(environment).identity.tokens !== null;
};

/** Throws CommandFault for an agent that was typed, where callers bring tokens. */
const requireNoTokens = async (where: WhichArchive, { environment }: OpenServiceOptions): Promise<void> => {
  if (where.kind === 'data' && (await wantsTokens(environment)))
    throw wordsFault('--agent cannot be used with tokens: the version is attributed to the caller named in the token.');
};

const openAs = async (where: WhichArchive, options: OpenServiceOptions, as: ServiceAgent): Promise<OpenedService> => {
  const given = { ...options.environment, [known.developmentIdentity.variable]: as.agent };
  if (as.isTyped) await requireNoTokens(where, options);
  const { openService } = await import('./open-service.js');
  const opened = await openService(where, { ...options, environment: given });
  if (!as.isTyped || opened.own !== null) return opened;
  throw wordsFault('--agent cannot be used with a platform that runs: it knows its callers itself.');
};

const openTelling = async (
  where: WhichArchive,
  options: OpenServiceOptions,
  as: ServiceAgent,
): Promise<OpenedService> => {
  const isNew = where.kind === 'data' && (await findDataFolder(where.path)) === null;
  const opened = await openAs(where, options, as);
  if (isNew && (await findDataFolder(where.path)) !== null) options.say(`New archive in ${where.path}`);
  return opened;
};

/** Opens what a verb asks for, each once, and closes it. */
export const openingOf = (where: WhichArchive, options: OpenServiceOptions): Opening => {
  let archive: Promise<Archive> | null = null;
  let service: Promise<OpenedService> | null = null;
  const { environment, waitMs, signal } = options;
  const openArchive = async (): Promise<Archive> =>
    (await import('./open-archive.js')).openArchive(where, { environment, waitMs, signal });
  return {
    archive: () => (archive ??= openArchive()),
    async service(as) {
      const { serviceOf } = await import('./own-platforms.js');
      return serviceOf(await (service ??= openTelling(where, options, as)), options);
    },
    async close() {
      const [opened, served] = await Promise.allSettled([archive, service]);
      if (opened.status === 'fulfilled') await opened.value?.close();
      if (served.status === 'fulfilled') await served.value?.close();
    },
  };
};

import type { AuthHeaders } from '../../../clients/api/service-requests.js';
import { commandConfig } from '../commands/command-config.js';
import { ownCalls } from '../commands/own-calls.js';
import { serverCalls } from '../logins/server-calls.js';
import type { WhichArchive } from './which-archive.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the environment, which is that of the platform on a data folder, names a client of the platform's own. */
const hasOwnClient = (which: WhichArchive, environment: Environment): boolean => {
  if (which.kind === 'server' || (environment['MUNIMENT_TOKEN'] ?? '') !== '') return false;
  const { tokens, tokenClient } = commandConfig(environment).identity;
  return tokens !== null && tokenClient !== null;
};

/**
 * The headers that authorise calls of a platform that runs at an address: with the user's login, unless the settings of the
 * platform on a data folder name a client for it.
 */
export const callsOf = (which: WhichArchive, address: string, environment: Environment): AuthHeaders =>
  hasOwnClient(which, environment) ? ownCalls(commandConfig(environment).identity) : serverCalls(address, environment);

/**
 * The headers that authorise calls of a platform that was started for them: with the token in the environment, else as the
 * settings say. Throws CommandFault where these want a token and name no client.
 */
export const callsOfOwn = (address: string, environment: Environment): AuthHeaders =>
  (environment['MUNIMENT_TOKEN'] ?? '') === ''
    ? ownCalls(commandConfig(environment).identity)
    : serverCalls(address, environment);

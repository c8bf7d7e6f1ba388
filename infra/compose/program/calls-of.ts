import type { AuthHeaders } from '../../../clients/api/service-requests.js';
import { commandConfig } from '../commands/command-config.js';
import { ownCalls } from '../commands/own-calls.js';
import { serverCalls } from '../logins/server-calls.js';

type Environment = Readonly<Record<string, string | undefined>>;

const hasToken = (environment: Environment): boolean => (environment['MUNIMENT_TOKEN'] ?? '') !== '';

/**
 * Whether calls are authorised by the client of the platform itself: a data folder is meant, whose settings name that
 * client, and no token is given.
 */
export const areOfPlatform = (environment: Environment): boolean => {
  if ((environment['MUNIMENT_SERVER'] ?? '') !== '' || hasToken(environment)) return false;
  const { tokens, tokenClient } = commandConfig(environment).identity;
  return tokens !== null && tokenClient !== null;
};

/**
 * The headers that authorise calls of a platform that runs at an address: with the user's login, unless the settings of the
 * data folder that is meant name a client of the platform.
 */
export const callsOf = (address: string, environment: Environment): AuthHeaders =>
  areOfPlatform(environment) ? ownCalls(commandConfig(environment).identity) : serverCalls(address, environment);

/**
 * The headers that authorise calls of a platform that was started for them: with the token in the environment, else as the
 * settings say. Throws CommandFault where these want a token and name no client.
 */
export const callsOfOwn = (address: string, environment: Environment): AuthHeaders =>
  hasToken(environment) ? serverCalls(address, environment) : ownCalls(commandConfig(environment).identity);

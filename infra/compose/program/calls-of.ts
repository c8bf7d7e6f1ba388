import { commandConfig } from '../commands/command-config.js';
import { ownCalls } from '../commands/own-calls.js';
import type { WhichArchive } from './which-archive.js';

type Headers = Readonly<Record<string, string>>;

/**
 * The headers that authorise the calls of a command: with the token in the environment, else, on a data folder, as the
 * settings of its platform say. Throws CommandFault where these want a token and name no client.
 */
export const callsOf = (
  which: WhichArchive,
  environment: Readonly<Record<string, string | undefined>>,
): (() => Promise<Headers>) => {
  const token = environment['MUNIMENT_TOKEN'] ?? '';
  if (token !== '') return () => Promise.resolve({ authorization: `Bearer ${token}` });
  return which.kind === 'server' ? () => Promise.resolve({}) : ownCalls(commandConfig(environment).identity);
};

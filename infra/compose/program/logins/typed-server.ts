import type { Session } from '../../../../clients/command-line/program/verb.js';
import { wordsFault } from '../../../../clients/command-line/command-fault.js';
import { settings as known } from '../../../config/settings.js';
import { servedPlatform } from '../../process/archive-in-use.js';
import { addressOf } from '../which-archive.js';

type Environment = Session['environment'];

/** The address of the archive that is meant: of its server, or of the platform that runs on its data folder, or null. */
export const meantServer = async ({
  MUNIMENT_SERVER: server = '',
  [known.data.variable]: data = '',
}: Environment): Promise<string | null> => {
  if (server !== '') return server;
  return (await servedPlatform(data))?.preservation ?? null;
};

/** The address that was typed, or that of the archive that is meant. Rejects with CommandFault. */
export const typedServer = async (
  verb: string,
  word: string | undefined,
  environment: Environment,
): Promise<string> => {
  const server = word === undefined ? await meantServer(environment) : addressOf(word, '<server>');
  if (server !== null) return server;
  throw wordsFault(`${verb} needs <server>: no platform runs here.`, `muniment ${verb} https://archive.example.org`);
};

import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import type { Ended, Session } from '../../../../clients/command-line/program/verb.js';
import { logOut } from '../../logins/log-out.js';
import { ownLogins } from '../../logins/server-calls.js';

/** Removes the login of a server, and says so. Rejects with CommandFault where there is none. */
export const removeLogin = async (server: string, { output, environment }: Session): Promise<Ended> => {
  const removed = await logOut(ownLogins(environment), server);
  if (removed === null) {
    const about = { code: 'no-login', exit: 1, next: 'muniment login --list' };
    throw new CommandFault(`There is no login for ${server}.`, about);
  }
  const { isRevoked } = removed;
  if (!isRevoked) output.note('Note: the identity provider could not be told; there the login ends by itself.');
  if (output.form !== 'json' && !output.quiet) await output.write(`Logged out of ${server}.\n`);
  return { code: 0, summary: { server, isRevoked } };
};

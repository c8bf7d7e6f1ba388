import type { Verb } from '../../../../clients/command-line/program/verb.js';
import { removeLogin } from './remove-login.js';
import { typedServer } from './typed-server.js';

const HELP = `Usage: muniment logout [server] [options]

Removes the login of a server, and tells the identity provider, so that nobody
can use it any more.

  muniment logout https://archive.example.org

Without a server: the archive that is meant.

Exit codes: 0 logged out, 1 there is no such login, 2 command line.
`;

export const logout: Verb = {
  name: 'logout',
  kind: 'document',
  help: HELP,
  define: (command) => void command.argument('[server]'),
  run: async ({ args: [word] }, session) =>
    removeLogin(await typedServer('logout', word, session.environment), session),
};

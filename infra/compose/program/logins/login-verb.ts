import { wordsFault } from '../../../../clients/command-line/command-fault.js';
import { timeText, utcText } from '../../../../clients/command-line/output/amounts.js';
import { columns } from '../../../../clients/command-line/output/columns.js';
import { printable, shownName } from '../../../../clients/command-line/output/printable.js';
import type { Ended, Session, Verb } from '../../../../clients/command-line/program/verb.js';
import { isOnThisComputer } from '../../../http/loopback.js';
import type { DevicePrompt } from '../../../identity/device-login.js';
import { logIn, type NewLogin } from '../../logins/log-in.js';
import { askForLogins } from '../../logins/resource-metadata.js';
import { ownLogins } from '../../logins/server-calls.js';
import type { StoredLogin } from '../../logins/stored-login.js';
import { requireServer } from '../require-server.js';
import { removeLogin } from './remove-login.js';
import { typedServer } from './typed-server.js';

const HELP = `Usage: muniment login [server] [options]

Logs in to a server: it shows an address, which any browser opens, and a code
to type there. Every verb then calls that server with the login.

  muniment login https://archive.example.org
  muniment login https://archive.example.org --client-id scanner \\
      --client-secret-file /run/secrets/scanner
  muniment login --list
  muniment login --remove https://archive.example.org

Without a server: the archive that is meant. A login is kept in a file of your
own in ~/.config/muniment/tokens, is sent to its server alone, and is prolonged
while the identity provider allows it. MUNIMENT_TOKEN, or MUNIMENT_CLIENT_ID
with MUNIMENT_CLIENT_SECRET_FILE and MUNIMENT_AUTH_ISSUER, is used instead where
it is set.

  --client-id <id>             another client than the server names
  --client-secret-file <file>  the file with its secret: no person logs in
  --list                       the servers that you are logged in to
  --remove                     log out, as muniment logout does

Exit codes: 0 logged in, or no login needed, 1 no such login, 2 command line,
4 refused, 5 try again later, 130 stopped.
`;

interface LoginOptions {
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly list?: true;
  readonly remove?: true;
}

/** Throws CommandFault for options that do not go together. */
const checked = (options: LoginOptions, words: readonly string[]): LoginOptions => {
  const { clientId, clientSecretFile, list, remove } = options;
  const refuse = (sentence: string): Error => wordsFault(sentence, 'muniment login --help');
  if (list === true && (remove === true || words.length > 0)) throw refuse('login --list takes no server.');
  if ((list ?? remove) === true && (clientId ?? clientSecretFile) !== undefined)
    throw refuse('A client belongs to a new login only.');
  if (clientSecretFile !== undefined && clientId === undefined)
    throw refuse('--client-secret-file needs --client-id <id>.');
  return options;
};

const recordOf = ({ server, user, clientId, issuer, since, secretFile }: StoredLogin): object => ({
  ...{ server, user, clientId, issuer, since },
  isMachine: secretFile !== null,
});

const list = async ({ output, environment }: Session): Promise<Ended> => {
  const logins = await ownLogins(environment).list();
  if (output.form === 'json') for (const login of logins) await output.record({ type: 'login', ...recordOf(login) });
  else {
    const time = ({ since }: StoredLogin): string =>
      output.form === 'terminal' ? timeText(new Date(since)) : utcText(new Date(since));
    const rows = logins.map((each) => [shownName(each.user ?? each.clientId), time(each), shownName(each.server)]);
    const head = [{ name: 'AS' }, { name: 'SINCE' }, { name: 'SERVER' }];
    await output.write(columns({ head, rows, output }));
    if (logins.length === 0) output.note('You are logged in nowhere.');
  }
  return { code: 0, summary: { logins: logins.length } };
};

/** What a person should know before a token, or a secret, is on its way. */
const warn = (server: string, { secretFile, offered: { issuer } }: NewLogin, note: (line: string) => void): void => {
  const { protocol, origin } = new URL(server);
  if (protocol === 'http:' && !isOnThisComputer(new URL(server)))
    note(`Note: ${server} is not encrypted: whoever is on the way can use the login.`);
  if (secretFile !== null && issuer.origin !== origin) note(providerText(server, issuer));
};

const providerText = (server: string, { origin }: URL): string => `The identity provider of ${server} is ${origin}.`;

/** Shows a person where to type the code, and how long it is good; also who wants it, where the address does not say it. */
const show =
  ({ server, offered: { issuer } }: NewLogin, { output, now }: Session) =>
  async ({ address, code, seconds }: DevicePrompt): Promise<void> => {
    const until = new Date(now().getTime() + seconds * 1_000);
    await output.record({ type: 'code', address, code, until: until.toISOString() });
    if (new URL(address).origin !== issuer.origin) output.note(providerText(server, issuer));
    output.note(`Open  ${shownName(address)}  in any browser, and type  ${printable(code)}`);
    output.progress.begin('Waiting', { files: null, bytes: 0, leftMs: seconds * 1_000 });
  };

const begin = async (server: string, options: LoginOptions, session: Session): Promise<Ended> => {
  const { output, environment, interrupted, now } = session;
  const { clientId = null, clientSecretFile: secretFile = null } = options;
  await requireServer(server, interrupted);
  const offered = await askForLogins(server, interrupted);
  const say = async (text: string): Promise<void> => {
    if (output.form !== 'json' && !output.quiet) await output.write(text);
  };
  if (offered === null) {
    await say(`${server} needs no login.\n`);
    return { code: 0, summary: { server, isNeeded: false } };
  }
  const wanted: NewLogin = { server, offered, clientId, secretFile };
  warn(server, wanted, (line) => output.note(line));
  const ports = { files: ownLogins(environment), now, signal: interrupted, show: show(wanted, session) };
  const login = await logIn(wanted, ports).finally(() => output.progress.end());
  const as =
    login.user === null ? `the client ${shownName(login.clientId)}, which has no name there` : shownName(login.user);
  await say(`Logged in to ${server} as ${as}.\n`);
  return { code: 0, summary: { isNeeded: true, ...recordOf(login) } };
};

export const login: Verb = {
  name: 'login',
  kind: 'lines',
  help: HELP,
  define: (command) =>
    void command
      .argument('[server]')
      .option('--client-id <id>')
      .option('--client-secret-file <file>')
      .option('--list')
      .option('--remove'),
  run: async ({ args, options: typed }, session) => {
    const options = checked(typed, args);
    if (options.list === true) return list(session);
    const server = await typedServer('login', args[0], session.environment);
    return options.remove === true ? removeLogin(server, session) : begin(server, options, session);
  },
};

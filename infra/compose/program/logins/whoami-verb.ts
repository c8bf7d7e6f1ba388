import { dataOf } from '../../../../clients/api/data-of.js';
import { preservationService } from '../../../../clients/api/typed-service.js';
import { realRetryContext } from '../../../../clients/api/with-retries.js';
import { timeText } from '../../../../clients/command-line/output/amounts.js';
import { shownName } from '../../../../clients/command-line/output/printable.js';
import type { Ended, Session, Verb } from '../../../../clients/command-line/program/verb.js';
import { usualAgent } from '../../../../clients/command-line/program/usual-agent.js';
import { settings as known } from '../../../config/settings.js';
import { usedLogin, type UsedLogin } from '../../logins/server-calls.js';
import { areOfPlatform, callsOf } from '../calls-of.js';
import { requireServer } from '../require-server.js';
import { meantServer } from './typed-server.js';

const HELP = `Usage: muniment whoami [options]

Shows as whom you work in the archive: the name to which versions are
attributed, and the login by which the server knows it.

  muniment whoami
  muniment whoami --server https://archive.example.org

Exit codes: 0 shown, 1 the server has no name for you, 2 command line,
4 login, 5 try again later.
`;

const loginText = (used: UsedLogin | { readonly kind: 'platform' }): string => {
  switch (used.kind) {
    case 'none':
      return 'none';
    case 'token':
      return 'the token in MUNIMENT_TOKEN';
    case 'client':
      return `the client ${shownName(used.clientId)} in MUNIMENT_CLIENT_ID`;
    case 'platform':
      return 'the client of the platform in MUNIMENT_TOKEN_CLIENT_ID';
    case 'login':
      return `of ${timeText(new Date(used.since))}, by ${shownName(used.issuer)}`;
  }
};

/** Where no platform runs, a verb works as whoever is logged in at this computer, or as the agent that is set. */
const atThisComputer = async (session: Session): Promise<Ended> => {
  const { output, environment } = session;
  const { value: name } = usualAgent(session);
  const data = environment[known.data.variable] ?? '';
  if (output.form !== 'json') {
    await output.write(`${shownName(name)} in ${shownName(data)}\n`);
    output.note('No platform runs there: a verb starts one, and works as that agent.');
  }
  return { code: 0, summary: { server: null, name, source: 'computer', appId: null, login: { kind: 'none' } } };
};

const atServer = async (server: string, { output, environment, interrupted }: Session): Promise<Ended> => {
  await requireServer(server, interrupted);
  const authHeaders = callsOf(server, environment);
  const retries = realRetryContext((sentence) => output.note(sentence), interrupted);
  const seen = await dataOf(preservationService(server, { authHeaders, retries }).GET('/whoami'));
  const used = areOfPlatform(environment) ? ({ kind: 'platform' } as const) : await usedLogin(server, environment);
  const { name, appId, depositBucket, advice } = seen;
  if (output.form !== 'json') {
    const who = name === null ? 'nobody' : shownName(name);
    const rows = [
      ['login', loginText(used)],
      ['app', appId === null ? '' : shownName(appId)],
      ['workspaces', depositBucket === null ? '' : shownName(depositBucket)],
    ].filter(([, value]) => value !== '');
    await output.write(
      `${who} at ${server}\n${rows.map(([key = '', value]) => `${key.padEnd(12)}${value}\n`).join('')}`,
    );
    if (advice !== undefined) output.note(advice);
  }
  return { code: name === null ? 1 : 0, summary: { server, ...seen, login: used } };
};

export const whoami: Verb = {
  name: 'whoami',
  kind: 'document',
  help: HELP,
  define: () => undefined,
  run: async (_, session) => {
    const server = await meantServer(session.environment);
    return server === null ? atThisComputer(session) : atServer(server, session);
  },
};

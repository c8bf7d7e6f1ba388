import { resolve } from 'node:path';
import { timeLimit } from '../../../flow/time-limit.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { printable } from '../../../clients/command-line/output/printable.js';
import { isRecord } from '../../../formats/json/json-record.js';
import { codeOf } from '../../../flow/error-code.js';
import type { DevicePrompt } from '../../identity/device-login.js';
import { readBounded } from '../../http/read-bounded.js';
import type { LoginFiles } from './login-files.js';
import { providerFault } from './login-faults.js';
import { machineToken } from './machine-token.js';
import type { ServerLogins } from './resource-metadata.js';
import type { StoredLogin } from './stored-login.js';

/** A login that is to be made. */
export interface NewLogin {
  /** The address of the server, without a slash at its end. */
  readonly server: string;
  readonly offered: ServerLogins;
  /** Null for the client that the server names. */
  readonly clientId: string | null;
  /** Of a machine; null for a person. */
  readonly secretFile: string | null;
}

/** Around a login. */
export interface LoginPorts {
  readonly files: LoginFiles;
  readonly now: () => Date;
  /** Ends the wait for a person, which rejects with CommandFault. */
  readonly signal: AbortSignal;
  readonly show: (prompt: DevicePrompt) => Promise<void>;
}

type Tokens = Pick<StoredLogin, 'accessToken' | 'until' | 'refreshToken'>;

const ANSWER_MS = 10_000;
const LONGEST = 65_536;

const stopped = (server: string): CommandFault =>
  new CommandFault('Stopped while waiting for the code to be typed. Nobody was logged in.', {
    code: 'interrupted',
    exit: 130,
    next: `muniment login ${server}`,
  });

const ofPerson = async ({ server, offered }: NewLogin, clientId: string, ports: LoginPorts): Promise<Tokens> => {
  const { now, show, signal } = ports;
  const [{ logInByDevice }, { usableMs }] = await Promise.all([
    import('../../identity/device-login.js'),
    import('../../identity/token-provider.js'),
  ]);
  const client = { issuer: offered.issuer, clientId };
  const tokens = await logInByDevice(client, { scopes: offered.scopes, show, signal }).catch((error: unknown) => {
    if (signal.aborted) throw stopped(server);
    const message = printable(error instanceof Error ? error.message : String(error));
    const isRepeatable = codeOf(error) === 'login-too-late' || codeOf(error) === 'login-refused';
    if (!isRepeatable) throw providerFault(message, codeOf(error) === 'provider-unavailable', error);
    const about = { code: codeOf(error) ?? 'login-refused', exit: 4, next: `muniment login ${server}` };
    throw new CommandFault(`${message} Nobody was logged in.`, about, { cause: error });
  });
  const until = new Date(now().getTime() + usableMs(tokens.seconds)).toISOString();
  return { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken, until };
};

const ofMachine = async (
  { offered }: NewLogin,
  { clientId, secretFile }: { readonly clientId: string; readonly secretFile: string },
  now: () => Date,
): Promise<Tokens> => {
  const { accessToken, until } = await machineToken({ ...offered, clientId, secretFile }, now);
  return { accessToken, refreshToken: null, until: until.toISOString() };
};

/** How the server calls the bearer of a token; null where it has no name. Rejects with CommandFault where it refuses. */
const nameOf = async (server: string, accessToken: string, clientId: string | null): Promise<string | null> => {
  const response = await fetch(`${server}/whoami`, {
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(clientId === null ? {} : { 'x-client-identity': clientId }),
    },
    signal: timeLimit(ANSWER_MS),
  }).catch((error: unknown) => {
    const about = { code: 'server-away', exit: 5, next: 'the same again later' };
    throw new CommandFault(`${server} does not answer.`, about, { cause: error });
  });
  const text = (await readBounded(response, LONGEST))?.toString('utf8') ?? '';
  const answer = ((): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  })();
  const { name = null, detail } = isRecord(answer) ? answer : {};
  if (response.status === 200) return typeof name === 'string' ? name : null;
  const why = printable(typeof detail === 'string' ? detail : `it answers with status ${response.status}`);
  const about = { code: 'login-refused', exit: 4, next: 'ask who runs the archive' };
  throw new CommandFault(`${server} does not take the login: ${why}`, about);
};

const withoutClient = (server: string): CommandFault =>
  new CommandFault(`${server} names no client for people.`, {
    code: 'login-unknown',
    exit: 2,
    next: `muniment login ${server} --client-id <id>`,
  });

/** Makes a login, has the server look at it, and stores it. Rejects with CommandFault. */
export const logIn = async (wanted: NewLogin, ports: LoginPorts): Promise<StoredLogin> => {
  const { server, offered, secretFile } = wanted;
  const clientId = wanted.clientId ?? offered.clientId;
  if (clientId === null) throw withoutClient(server);
  const path = secretFile === null ? null : resolve(secretFile);
  const tokens =
    path === null
      ? await ofPerson(wanted, clientId, ports)
      : await ofMachine(wanted, { clientId, secretFile: path }, ports.now);
  const user = await nameOf(server, tokens.accessToken, path === null ? null : clientId);
  const { issuer, scopes } = offered;
  const login: StoredLogin = {
    server: new URL(server).origin,
    ...{ issuer: issuer.pathname === '/' ? issuer.origin : issuer.href, clientId, scopes, secretFile: path, user },
    since: ports.now().toISOString(),
    ...tokens,
  };
  await ports.files.write(login);
  return login;
};

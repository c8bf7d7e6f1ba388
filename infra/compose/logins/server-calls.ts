import { join } from 'node:path';
import type { AuthHeaders, RefusedRequest } from '../../../clients/api/service-requests.js';
import { wordsFault } from '../../../clients/command-line/command-fault.js';
import { shownName } from '../../../clients/command-line/output/printable.js';
import { codeOf } from '../../../flow/error-code.js';
import { settings as known } from '../../config/settings.js';
import { userFolder } from '../process/user-folder.js';
import { loginFiles, type LoginFiles } from './login-files.js';
import { expiredLogin, forbiddenCaller, needsLogin, otherProvider, unnamedCaller } from './login-faults.js';
import { machineToken, type TimedToken } from './machine-token.js';
import { renewLogin } from './renew-login.js';
import { askForLogins } from './resource-metadata.js';
import type { StoredLogin } from './stored-login.js';

type Environment = Readonly<Record<string, string | undefined>>;
type Headers = RefusedRequest['sent'];
type Clock = () => Date;

/** How calls are authorised. */
interface Way {
  readonly headers: () => Promise<Headers>;
  /** Headers that are better than those that were refused. Rejects with CommandFault where there are none. */
  readonly better: (sent: Headers) => Promise<Headers>;
  /** Whose calls they are, at the beginning of a sentence. */
  readonly who: () => string;
}

/** A client that the environment names. */
interface GivenMachine {
  readonly clientId: string;
  readonly secretFile: string;
  readonly issuer: URL;
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** A machine names itself: the platform uses that where neither its token nor the list of known clients has a name. */
const machineHeaders = (token: string, clientId: string): Headers => ({
  ...bearer(token),
  'x-client-identity': clientId,
});

/** The logins of the user whose environment this is. */
export const ownLogins = (environment: Environment): LoginFiles => loginFiles(join(userFolder(environment), 'tokens'));

const byGivenToken = (server: string, token: string): Way => {
  if (!/^[\w.~+/-]+=*$/.test(token)) throw wordsFault('MUNIMENT_TOKEN has characters that no token has.');
  return {
    who: () => 'The token in MUNIMENT_TOKEN',
    headers: () => Promise.resolve(bearer(token)),
    better: () =>
      Promise.reject(
        needsLogin(server, 'It refuses the token in MUNIMENT_TOKEN.', `unset MUNIMENT_TOKEN; muniment login ${server}`),
      ),
  };
};

const byGivenMachine = (server: string, { clientId, secretFile, issuer }: GivenMachine, now: Clock): Way => {
  let token: Promise<TimedToken | null> | null = null;
  const ask = async (): Promise<TimedToken | null> => {
    const logins = await askForLogins(server);
    if (logins === null) return null;
    if (logins.issuer.href !== issuer.href) throw otherProvider(server, logins.issuer, issuer);
    return machineToken({ issuer, scopes: logins.scopes, clientId, secretFile }, now);
  };
  const headersOf = (got: TimedToken | null): Headers =>
    got === null ? {} : machineHeaders(got.accessToken, clientId);
  const current = async (): Promise<TimedToken | null> => {
    const got = await (token ??= ask());
    return got === null || now() < got.until ? got : (token = ask());
  };
  let isRenewed = false;
  return {
    who: () => `The client ${shownName(clientId)}`,
    headers: async () => headersOf(await current()),
    async better() {
      if (isRenewed) throw needsLogin(server, 'It refuses the client in MUNIMENT_CLIENT_ID.', 'muniment whoami');
      isRenewed = true;
      return headersOf(await (token = ask()));
    },
  };
};

const byStoredLogin = (server: string, files: LoginFiles, now: Clock): Way => {
  const { origin } = new URL(server);
  let login: StoredLogin | null = null;
  let renewing: Promise<StoredLogin> | null = null;
  /** Tokens that were got after a refusal, so that each refusal leads to one new token at most. */
  const tried = new Set<string>();
  const renew = (old: StoredLogin): Promise<StoredLogin> =>
    (renewing ??= renewLogin(files, old, now).finally(() => (renewing = null)));
  const headersOf = ({ accessToken, secretFile, clientId }: StoredLogin): Headers =>
    secretFile === null ? bearer(accessToken) : machineHeaders(accessToken, clientId);
  return {
    who: () => (login === null ? 'A caller without a login' : shownName(login.user ?? login.clientId)),
    async headers() {
      login ??= await files.read(origin);
      if (login === null) return {};
      if (now() < new Date(login.until)) return headersOf(login);
      const old = login;
      login = await renew(old).catch((error: unknown) => {
        if (codeOf(error) === 'provider-away') return old; // its token may be good for some seconds
        throw error;
      });
      return headersOf(login);
    },
    async better({ authorization }) {
      if (login === null) throw needsLogin(server);
      const present = headersOf(login);
      if (present['authorization'] !== authorization) return present; // another call has renewed it
      if (tried.has(login.accessToken)) throw expiredLogin(server, login.since);
      login = await renew(login);
      tried.add(login.accessToken);
      return headersOf(login);
    },
  };
};

/**
 * The client that the environment names, with the file of its secret and the only provider that it is sent to, whatever a
 * server says; null where it names none. Throws CommandFault.
 */
export const givenMachine = ({
  MUNIMENT_CLIENT_ID: clientId = '',
  MUNIMENT_CLIENT_SECRET_FILE: secretFile = '',
  [known.authIssuer.variable]: issuer = '',
}: Environment): GivenMachine | null => {
  if (clientId === '' && secretFile === '') return null;
  if (clientId === '' || secretFile === '' || !URL.canParse(issuer))
    throw wordsFault(
      `MUNIMENT_CLIENT_ID, MUNIMENT_CLIENT_SECRET_FILE and ${known.authIssuer.variable}, the address of its identity provider, must be set together.`,
    );
  return { clientId, secretFile, issuer: new URL(issuer) };
};

const wayOf = (server: string, environment: Environment, now: Clock): Way => {
  const token = environment['MUNIMENT_TOKEN'] ?? '';
  if (token !== '') return byGivenToken(server, token);
  const machine = givenMachine(environment);
  return machine === null ? byStoredLogin(server, ownLogins(environment), now) : byGivenMachine(server, machine, now);
};

/** By what calls of a server are authorised. */
export type UsedLogin =
  | { readonly kind: 'none' | 'token' }
  | { readonly kind: 'client'; readonly clientId: string }
  | ({ readonly kind: 'login' } & Pick<StoredLogin, 'issuer' | 'since' | 'clientId'>);

/** Tells by what `serverCalls` authorises. Rejects with CommandFault. */
export const usedLogin = async (server: string, environment: Environment): Promise<UsedLogin> => {
  if ((environment['MUNIMENT_TOKEN'] ?? '') !== '') return { kind: 'token' };
  const machine = givenMachine(environment);
  if (machine !== null) return { kind: 'client', clientId: machine.clientId };
  const login = await ownLogins(environment).read(new URL(server).origin);
  return login === null
    ? { kind: 'none' }
    : { kind: 'login', issuer: login.issuer, since: login.since, clientId: login.clientId };
};

/** Whether the service refuses a caller whose token it takes, since nothing names the caller. */
const isUnnamed = ({ sent, challenge }: RefusedRequest): boolean =>
  sent['authorization'] !== undefined && challenge.startsWith('Bearer realm="muniment"') && !/\berror=/.test(challenge);

/**
 * Authorises calls of a server: with the token in the environment, with the client that it names, with the stored login of
 * the server, or not at all. Throws CommandFault for an environment that names half a client.
 */
export const serverCalls = (server: string, environment: Environment, now: Clock = () => new Date()): AuthHeaders => {
  const way = wayOf(server, environment, now);
  return async (refused) => {
    if (refused === undefined) return way.headers();
    const { sent, fault } = refused;
    if (fault.status === 403) {
      if (sent['authorization'] === undefined) return sent; // the answer itself says why
      throw forbiddenCaller(server, way.who(), refused);
    }
    if (isUnnamed(refused)) throw unnamedCaller(server);
    return way.better(sent);
  };
};

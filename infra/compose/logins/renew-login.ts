import { codeOf } from '../../../flow/error-code.js';
import { expiredLogin, needsLogin, providerFault } from './login-faults.js';
import { machineToken } from './machine-token.js';
import type { LoginFiles } from './login-files.js';
import type { StoredLogin } from './stored-login.js';

type Clock = () => Date;

const ofPerson = async (login: StoredLogin, now: Clock): Promise<StoredLogin> => {
  const { server, since, refreshToken } = login;
  if (refreshToken === null) throw expiredLogin(server, since);
  const [{ prolongLogin }, { usableMs }] = await Promise.all([
    import('../../identity/device-login.js'),
    import('../../identity/token-provider.js'),
  ]);
  const asked = now().getTime();
  const client = { issuer: new URL(login.issuer), clientId: login.clientId };
  const tokens = await prolongLogin(client, refreshToken).catch((error: unknown) => {
    if (codeOf(error) === 'login-ended') throw expiredLogin(server, since);
    const message = error instanceof Error ? error.message : String(error);
    if (codeOf(error) === 'provider-unavailable') throw providerFault(message, true, error);
    throw needsLogin(server, message);
  });
  const until = new Date(asked + usableMs(tokens.seconds)).toISOString();
  return { ...login, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken, until };
};

const ofMachine = async (login: StoredLogin, secretFile: string, now: Clock): Promise<StoredLogin> => {
  const machine = { issuer: new URL(login.issuer), clientId: login.clientId, secretFile, scopes: login.scopes };
  const { accessToken, until } = await machineToken(machine, now);
  return { ...login, accessToken, until: until.toISOString() };
};

/**
 * Gets a new token for a login whose present one is not good any more, and stores it; the one that another process has got
 * meanwhile where there is one, since a refresh token is good once. Rejects with CommandFault.
 */
export const renewLogin = (files: LoginFiles, login: StoredLogin, now: Clock): Promise<StoredLogin> =>
  files.alone(async () => {
    const { server, since } = login;
    const latest = await files.read(server);
    if (latest === null) throw expiredLogin(server, since); // removed meanwhile
    if (latest.accessToken !== login.accessToken && now() < new Date(latest.until)) return latest;
    const { secretFile } = latest;
    const next = await (secretFile === null ? ofPerson(latest, now) : ofMachine(latest, secretFile, now));
    await files.write(next);
    return next;
  });

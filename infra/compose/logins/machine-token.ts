import { readFile } from 'node:fs/promises';
import { wordsFault } from '../../../clients/command-line/command-fault.js';
import { codeOf } from '../../../flow/error-code.js';
import { providerFault } from './login-faults.js';

/** A client with a secret in a file, at an identity provider. */
export interface Machine {
  readonly issuer: URL;
  readonly clientId: string;
  readonly secretFile: string;
  readonly scopes: readonly string[];
}

/** A token, and when it is not used any more. */
export interface TimedToken {
  readonly accessToken: string;
  readonly until: Date;
}

/** Scopes that are of people alone. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['openid', 'offline_access', 'profile', 'email']);

const secretIn = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw wordsFault(`The secret in ${path} cannot be read (${codeOf(error) ?? String(error)}).`);
  });
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw wordsFault(`There is no secret in ${path}.`);
  return secret;
};

/** Asks for a token by the client credentials grant. Rejects with CommandFault. */
export const machineToken = async (
  { issuer, clientId, secretFile, scopes }: Machine,
  now: () => Date,
): Promise<TimedToken> => {
  const secret = await secretIn(secretFile);
  const own = scopes.filter((scope) => !OF_PEOPLE.has(scope));
  const { requestToken, usableMs } = await import('../../identity/token-provider.js');
  const scope = own.length === 0 ? null : own.join(' ');
  const asked = now().getTime();
  const { token, seconds } = await requestToken({ issuer, clientId, secret: () => secret, scope }).catch(
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      throw providerFault(message, codeOf(error) === 'provider-unavailable', error);
    },
  );
  return { accessToken: token, until: new Date(asked + usableMs(seconds)) };
};

import { clientCredentialsGrant, ClientSecretPost } from 'openid-client';
import { discoverProvider } from './provider.js';
import { tokenFault, type NamedClient } from './token-faults.js';

/** A client of the identity provider, and the scope that it requests. */
export interface ClientCredentials extends NamedClient {
  readonly secret: () => string;
  /** Null for no scope. */
  readonly scope: string | null;
}

/**
 * Gives the access token for a call of our own; a new one shortly before the last expires. Rejects with IdentityFault.
 */
export type TokenProvider = () => Promise<string>;

/** How long before its end a token is not used any more; at most a fifth of its lifetime. */
const MARGIN_SECONDS = 60;

/** When a token of so many seconds is not used any more, in milliseconds after it was asked for. */
export const usableMs = (seconds: number): number => 1000 * (seconds - Math.min(MARGIN_SECONDS, seconds / 5));

/** Asks for a token by the client credentials grant; `seconds` is its lifetime. Rejects with IdentityFault. */
export const requestToken = async (client: ClientCredentials): Promise<{ token: string; seconds: number }> => {
  const { issuer, clientId, secret, scope } = client;
  try {
    const configuration = await discoverProvider(issuer, clientId, ClientSecretPost(secret()));
    const parameters: Record<string, string> = scope === null ? {} : { scope };
    const answer = await clientCredentialsGrant(configuration, parameters);
    return { token: answer.access_token, seconds: answer.expires_in ?? 0 };
  } catch (cause) {
    throw tokenFault(client, cause);
  }
};

/** The tokens of a client, by the client credentials grant; concurrent callers share a request. */
export const tokenProvider = (client: ClientCredentials, now: () => number): TokenProvider => {
  let held: { readonly token: string; readonly until: number } | null = null;
  let asking: Promise<string> | null = null;
  const ask = async (): Promise<string> => {
    try {
      const { token, seconds } = await requestToken(client);
      held = { token, until: now() + usableMs(seconds) };
      return token;
    } finally {
      asking = null;
    }
  };
  return () => (held !== null && now() < held.until ? Promise.resolve(held.token) : (asking ??= ask()));
};

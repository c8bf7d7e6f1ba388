import {
  clientCredentialsGrant,
  ClientSecretPost,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { IdentityFault } from './fault.js';
import { discoverProvider } from './provider.js';

/** A client of the identity provider, and the scope that it requests. */
export interface ClientCredentials {
  readonly issuer: URL;
  readonly clientId: string;
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

/** The provider's refusal; null for an error that may pass. */
const refusalIn = (cause: unknown): string | null => {
  const isAnswer = cause instanceof ResponseBodyError || cause instanceof WWWAuthenticateChallengeError;
  if (!isAnswer || cause.status >= 500 || cause.status === 429) return null;
  return cause instanceof ResponseBodyError ? cause.error : `status ${cause.status}`;
};

const faultOf = ({ issuer, clientId }: ClientCredentials, cause: unknown): IdentityFault => {
  if (cause instanceof IdentityFault) return cause;
  const refusal = refusalIn(cause);
  if (refusal !== null) {
    const message = `${issuer.href} gives no token to the client ${clientId}: ${refusal}`;
    return new IdentityFault('client-refused', message, { cause });
  }
  return new IdentityFault('provider-unavailable', `${issuer.href} gives no token at the moment.`, { cause });
};

const requestToken = async (client: ClientCredentials): Promise<{ token: string; seconds: number }> => {
  const { issuer, clientId, secret, scope } = client;
  try {
    const configuration = await discoverProvider(issuer, clientId, ClientSecretPost(secret()));
    const parameters: Record<string, string> = scope === null ? {} : { scope };
    const answer = await clientCredentialsGrant(configuration, parameters);
    return { token: answer.access_token, seconds: answer.expires_in ?? 0 };
  } catch (cause) {
    throw faultOf(client, cause);
  }
};

/** The tokens of a client, by the client credentials grant; concurrent callers share a request. */
export const tokenProvider = (client: ClientCredentials, now: () => number): TokenProvider => {
  let held: { readonly token: string; readonly until: number } | null = null;
  let asking: Promise<string> | null = null;
  const ask = async (): Promise<string> => {
    try {
      const { token, seconds } = await requestToken(client);
      held = { token, until: now() + 1000 * (seconds - Math.min(MARGIN_SECONDS, seconds / 5)) };
      return token;
    } finally {
      asking = null;
    }
  };
  return () => (held !== null && now() < held.until ? Promise.resolve(held.token) : (asking ??= ask()));
};

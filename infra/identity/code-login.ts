import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { keptFor } from '../../flow/sharing/kept-for.js';
import type { PeopleProvider } from '../../gateways/console/people-provider.js';
import { IdentityFault } from './fault.js';
import { prolongTokens, revokeTokens, tokensOf, type PersonTokens } from './person-tokens.js';
import { discoverProvider } from './provider.js';
import { tokenFault, type NamedClient } from './token-faults.js';
import { usableMs } from './token-provider.js';

/** The client of the console at the identity provider. */
export interface ConsoleClient extends NamedClient {
  /** Null for a public client. */
  readonly secret: (() => string) | null;
  readonly scopes: readonly string[];
}

/** For how long the provider's description is kept, so that those who only begin to sign in cost it nothing. */
const DESCRIPTION_MS = 10 * 60_000;

/** Why the provider sent the browser back without a code, where it says so. */
const faultOf = (client: ConsoleClient, cause: unknown): IdentityFault =>
  cause instanceof AuthorizationResponseError
    ? new IdentityFault('login-refused', `The login was refused: ${cause.error}.`, { cause })
    : tokenFault(client, cause);

/** Where people sign in to the console, by the authorization code flow with PKCE. `now` is in milliseconds. */
export const codeLogin = (client: ConsoleClient, now: () => number): PeopleProvider => {
  const { issuer, clientId, secret } = client;
  const authentication = secret === null ? None() : ClientSecretPost(secret());
  const configuration = keptFor(DESCRIPTION_MS, () => discoverProvider(issuer, clientId, authentication));
  const scope = [...new Set(['openid', ...client.scopes])].join(' ');
  const asked = async (ask: (described: Configuration) => Promise<PersonTokens>) => {
    const described = await configuration();
    const at = now();
    const { accessToken, seconds, refreshToken } = await ask(described);
    return { accessToken, refreshToken, until: new Date(at + usableMs(seconds)).toISOString() };
  };
  return {
    host: issuer.host,
    begin: async (redirectUri) => {
      const described = await configuration();
      if (described.serverMetadata().authorization_endpoint === undefined)
        throw new IdentityFault('provider-unfit', `The identity provider ${issuer.href} has no page to sign in at.`);
      const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const address = buildAuthorizationUrl(described, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, pending };
    },
    complete: (callback, { state, nonce, verifier }) =>
      asked(async (described) =>
        authorizationCodeGrant(described, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }).then(tokensOf, (cause: unknown) => {
          throw faultOf(client, cause);
        }),
      ),
    prolong: (refreshToken) => asked((described) => prolongTokens(client, described, refreshToken)),
    end: async (refreshToken) => revokeTokens(client, await configuration(), refreshToken),
    signOutAddress: async (backUri) => {
      const described = await configuration();
      if (described.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(described, { post_logout_redirect_uri: backUri }).href;
    },
  };
};

import { refreshTokenGrant, tokenRevocation, type Configuration, type TokenEndpointResponse } from 'openid-client';
import { tokenFault, type NamedClient } from './token-faults.js';

/** The tokens of a person. */
export interface PersonTokens {
  readonly accessToken: string;
  /** How long the access token lives. */
  readonly seconds: number;
  /** Null where the login cannot be prolonged. */
  readonly refreshToken: string | null;
}

/** For how long a token is used whose provider does not say its lifetime. */
const UNKNOWN_SECONDS = 300;

/** The tokens in an answer of the provider. */
export const tokensOf = (answer: TokenEndpointResponse): PersonTokens => ({
  accessToken: answer.access_token,
  seconds: answer.expires_in ?? UNKNOWN_SECONDS,
  refreshToken: answer.refresh_token ?? null,
});

/** Exchanges a refresh token, which is spent by that. Rejects with IdentityFault. */
export const prolongTokens = async (
  client: NamedClient,
  configuration: Configuration,
  refreshToken: string,
): Promise<PersonTokens> => {
  try {
    const tokens = tokensOf(await refreshTokenGrant(configuration, refreshToken));
    return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
  } catch (cause) {
    throw tokenFault(client, cause);
  }
};

/** Tells the provider that a login has ended, where it wants to know (RFC 7009). Rejects with IdentityFault. */
export const revokeTokens = async (client: NamedClient, configuration: Configuration, token: string): Promise<void> => {
  if (configuration.serverMetadata().revocation_endpoint === undefined) return;
  await tokenRevocation(configuration, token).catch((cause: unknown) => {
    throw tokenFault(client, cause);
  });
};

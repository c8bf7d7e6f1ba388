import {
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  type Configuration,
  type DeviceAuthorizationResponse,
  type TokenEndpointResponse,
} from 'openid-client';
import { timeLimit } from '../../flow/time-limit.js';
import { codeOf } from '../../flow/error-code.js';
import { retry } from '../../flow/retry.js';
import { unlessAborted } from '../../flow/unless-aborted.js';
import { IdentityFault } from './fault.js';
import { prolongTokens, revokeTokens, tokensOf, type PersonTokens } from './person-tokens.js';
import { discoverProvider } from './provider.js';
import { tokenFault, type NamedClient } from './token-faults.js';

/** What a person types where, to log in (RFC 8628, 3.2). */
export interface DevicePrompt {
  readonly address: string;
  readonly code: string;
  readonly seconds: number;
}

/** A login by the device flow. */
export interface DeviceLogin {
  readonly scopes: readonly string[];
  readonly show: (prompt: DevicePrompt) => Promise<void>;
  /** Ends the wait, which rejects with the reason. */
  readonly signal: AbortSignal;
}

/** How long a provider may be away while a person types. */
const PATIENCE_MS = 60_000;
const BACK_OFF = { firstMs: 1_000, capMs: 5_000 };

const open = async ({ issuer, clientId }: NamedClient): Promise<Configuration> =>
  discoverProvider(issuer, clientId, None());

const begin = async (
  client: NamedClient,
  configuration: Configuration,
  scopes: readonly string[],
): Promise<DeviceAuthorizationResponse> => {
  if (configuration.serverMetadata().device_authorization_endpoint === undefined) {
    const message = `The identity provider ${client.issuer.href} has no device flow, by which people log in at a terminal.`;
    throw new IdentityFault('provider-unfit', message);
  }
  const parameters: Record<string, string> = scopes.length === 0 ? {} : { scope: scopes.join(' ') };
  return initiateDeviceAuthorization(configuration, parameters).catch((cause: unknown) => {
    throw tokenFault(client, cause);
  });
};

/** The address as it is shown; rejects one that a browser would not open as a page. */
const addressOf = (text: string, { issuer }: NamedClient): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.protocol === 'https:' || url.protocol === issuer.protocol)) return url.href;
  throw new IdentityFault('provider-unfit', `The identity provider ${issuer.href} names no address for its codes.`);
};

/**
 * Logs a person in, who types a code in a browser. Rejects with IdentityFault, and with the signal's reason when it
 * aborts.
 */
export const logInByDevice = async (
  client: NamedClient,
  { scopes, show, signal }: DeviceLogin,
): Promise<PersonTokens> => {
  const configuration = await open(client);
  const begun = await begin(client, configuration, scopes);
  await show({ address: addressOf(begun.verification_uri, client), code: begun.user_code, seconds: begun.expires_in });
  const tooLate = timeLimit(begun.expires_in * 1_000);
  const either = AbortSignal.any([signal, tooLate]);
  const poll = (): Promise<TokenEndpointResponse> =>
    // By itself it notices the signal only after some seconds.
    unlessAborted(pollDeviceAuthorizationGrant(configuration, begun, {}, { signal: either }), either).catch(
      (cause: unknown) => {
        signal.throwIfAborted();
        if (!tooLate.aborted) throw tokenFault(client, cause);
        throw new IdentityFault('login-too-late', 'The code has expired: it was not typed in time.', { cause });
      },
    );
  const mayPass = (error: unknown): boolean => codeOf(error) === 'provider-unavailable';
  return tokensOf(await retry(poll, { backOff: BACK_OFF, signal, mayPass, patienceMs: PATIENCE_MS }));
};

/** Exchanges a refresh token, which is spent by that. Rejects with IdentityFault. */
export const prolongLogin = async (client: NamedClient, refreshToken: string): Promise<PersonTokens> =>
  prolongTokens(client, await open(client), refreshToken);

/** Tells the provider that a login has ended, where it wants to know (RFC 7009). Rejects with IdentityFault. */
export const endLogin = async (client: NamedClient, token: string): Promise<void> =>
  revokeTokens(client, await open(client), token);

import { developmentIdentity, type Identify } from '../../../gateways/http/identify.js';
import { tokenIdentity } from '../../../gateways/identity/token-identity.js';
import { repeatUntilDone } from '../../../workers/repeat-until-done.js';
import { pause } from '../../../flow/pause.js';
import { unlessAborted } from '../../../flow/unless-aborted.js';
import { keyCache, type KeyCache } from '../../identity/key-cache.js';
import { loadKeys } from '../../identity/provider.js';
import { tokenVerifier } from '../../identity/token-verifier.js';
import type { NamedLog } from '../../log/logger.js';
import type { IdentitySettings } from '../../config/identity.js';

const REFRESH_MS = 5 * 60_000;
const RETRIES = { firstMs: 1_000, capMs: 30_000 };

/** How the platform tells who is asking. */
export interface OpenIdentity {
  readonly identify: Identify;
  /** Whether callers can be told; false until the identity provider has been reached once. */
  ready(): boolean;
  close(): Promise<void>;
}

/** Asks for the keys until they are there, and again from time to time, so that no request has to wait for them. */
const keepFresh = async (keys: KeyCache, signal: AbortSignal, log: NamedLog): Promise<void> => {
  const message = 'The identity provider cannot be asked for its keys';
  await pause(0, signal); // what else starts in this turn of the loop would let the first request run out of time
  while (!signal.aborted) {
    await repeatUntilDone(() => unlessAborted(keys.refresh(), signal), {
      retries: RETRIES,
      signal,
      log,
      message,
      fields: {},
    });
    await pause(REFRESH_MS, signal);
  }
};

/** Opens the way in. An identity provider that is away is waited for: until then callers with tokens are told 503. */
export const openIdentity = (
  { tokens, developmentIdentity: agent, knownClients }: IdentitySettings,
  log: NamedLog,
  now: () => number = Date.now,
): OpenIdentity => {
  if (tokens === null) {
    return { identify: developmentIdentity(agent), ready: () => true, close: () => Promise.resolve() };
  }
  const keys = keyCache(() => loadKeys(tokens.issuer), now);
  const closing = new AbortController();
  const fresh = keepFresh(keys, closing.signal, log).catch(() => undefined); // ends by being closed
  return {
    identify: tokenIdentity(tokenVerifier(keys, tokens, now), knownClients),
    ready: () => keys.ready(),
    close: () => {
      closing.abort();
      return fresh;
    },
  };
};

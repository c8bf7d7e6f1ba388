import { developmentIdentity, type Identify } from '../../../gateways/http/identify.js';
import { tokenIdentity } from '../../../gateways/identity/token-identity.js';
import { repeatUntilDone } from '../../../workers/repeat-until-done.js';
import { codeOf } from '../../../flow/error-code.js';
import { pause } from '../../../flow/pause.js';
import { unlessAborted } from '../../../flow/unless-aborted.js';
import { keyCache, type KeyCache } from '../../identity/key-cache.js';
import type { NamedLog } from '../../log/logger.js';
import type { IdentitySettings } from '../../config/identity.js';

const REFRESH_MS = 5 * 60_000;
const RETRIES = { firstMs: 1_000, capMs: 30_000 };

/** How the platform identifies callers. */
export interface OpenIdentity {
  readonly identify: Identify;
  /** Whether callers can be identified; false until the identity provider was reached once. */
  ready(): boolean;
  close(): Promise<void>;
}

/** Loads the keys, and refreshes them regularly, so that no request waits for them. */
const keepFresh = async (keys: KeyCache, signal: AbortSignal, log: NamedLog): Promise<void> => {
  const message = 'The identity provider cannot be asked for its keys';
  if (keys.ready()) await pause(REFRESH_MS, signal);
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

/**
 * Opens the identification of callers. Rejects with IdentityFault where the identity provider does not fit the settings.
 * While it is unavailable, callers with tokens get 503.
 */
export const openIdentity = async (
  { tokens, developmentIdentity: agent, knownClients }: IdentitySettings,
  log: NamedLog,
  now: () => number = Date.now,
): Promise<OpenIdentity> => {
  if (tokens === null) {
    return { identify: developmentIdentity(agent), ready: () => true, close: () => Promise.resolve() };
  }
  const [{ loadKeys }, { tokenVerifier }] = await Promise.all([
    import('../../identity/provider.js'),
    import('../../identity/token-verifier.js'),
  ]);
  const keys = keyCache(() => loadKeys(tokens.issuer), now);
  await keys.refresh().catch((fault: unknown) => {
    if (codeOf(fault) === 'provider-unfit') throw fault; // any other is logged when it is repeated
  });
  const closing = new AbortController();
  const fresh = keepFresh(keys, closing.signal, log).catch(() => undefined); // rejects when it is closed
  return {
    identify: tokenIdentity(tokenVerifier(keys, tokens, now), knownClients),
    ready: () => keys.ready(),
    close: () => {
      closing.abort();
      return fresh;
    },
  };
};

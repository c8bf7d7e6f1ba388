import type { KeyObject } from 'node:crypto';
import type { KeySet } from './key-set.js';
import type { TokenHeader } from './token-header.js';

/** After this age the keys are refreshed in the background when they are used. */
const FRESH_MS = 10 * 60_000;
/** Older keys are not used. */
const MOST_AGE_MS = 24 * 3_600_000;
/** How long after a failure no request is made: every caller would wait for the time-out. */
const RETRY_AFTER_FAILURE_MS = 5_000;
/** How often within a minute an unknown key may cause a refresh. */
const MOST_UNKNOWN_PER_MINUTE = 4;
const MINUTE_MS = 60_000;

/** A cache of the provider's keys. */
export interface KeyCache {
  /**
   * The key for a token, with the expected issuer; null when the provider has no such key. Rejects with IdentityFault
   * where that is unknown because the provider does not answer.
   */
  find(header: TokenHeader): Promise<{ readonly issuer: string; readonly key: KeyObject } | null>;
  /** Loads the keys now; rejects with IdentityFault. */
  refresh(): Promise<void>;
  /** Whether keys were loaded. */
  ready(): boolean;
}

/** Caches the answer of `load`. Concurrent callers share one call. */
export const keyCache = (load: () => Promise<KeySet>, now: () => number): KeyCache => {
  let held: { readonly set: KeySet; readonly at: number } | null = null;
  let failure: { readonly fault: unknown; readonly at: number } | null = null;
  let loading: Promise<void> | null = null;
  let askedForUnknown: number[] = [];

  const attempt = async (): Promise<void> => {
    try {
      held = { set: await load(), at: now() };
      failure = null;
    } catch (fault) {
      failure = { fault, at: now() };
      throw fault;
    } finally {
      loading = null;
    }
  };
  const refresh = (): Promise<void> => (loading ??= attempt());
  const refreshUnlessFailedRecently = async (): Promise<void> => {
    if (failure !== null && now() - failure.at < RETRY_AFTER_FAILURE_MS) throw failure.fault;
    await refresh();
  };

  const age = (): number => (held === null ? Infinity : now() - held.at);
  const current = async (): Promise<void> => {
    if (age() >= MOST_AGE_MS) await refreshUnlessFailedRecently();
    else if (age() >= FRESH_MS) refreshUnlessFailedRecently().catch(() => undefined); // the cached keys are still valid
  };
  const mayAskForUnknown = (): boolean => {
    askedForUnknown = askedForUnknown.filter((at) => now() - at < MINUTE_MS);
    return askedForUnknown.length < MOST_UNKNOWN_PER_MINUTE && askedForUnknown.push(now()) > 0;
  };
  const pick: KeyCache['find'] = async (header) => {
    if (held === null) return null;
    const { issuer, keyFor } = held.set;
    const key = await keyFor(header);
    return key === null ? null : { issuer, key };
  };

  return {
    refresh,
    ready: () => held !== null,
    find: async (header) => {
      const before = held;
      await current();
      const known = await pick(header);
      if (known !== null) return known;
      if (failure !== null) await refreshUnlessFailedRecently();
      else if (held === before && mayAskForUnknown()) await refresh();
      return pick(header);
    },
  };
};

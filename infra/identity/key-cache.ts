import type { KeyObject } from 'node:crypto';
import type { KeySet } from './key-set.js';
import type { TokenHeader } from './token-header.js';

/** From then on whoever uses the keys has them asked for again, without waiting for it. */
const FRESH_MS = 10 * 60_000;
/** Older keys are not used, whatever the provider's state. */
const KEPT_MS = 24 * 3_600_000;
/** After a failure nobody asks for so long: every caller would wait for the same timeout. */
const REST_MS = 5_000;
/** How often within a minute a key that is not known may send us to the provider. */
const ASKED_FOR_UNKNOWN = 4;
const MINUTE_MS = 60_000;

/** The provider's keys, as they were last told. */
export interface KeyCache {
  /**
   * The key for a token, with the issuer to expect; null when the provider has no such key. Rejects with IdentityFault
   * where that cannot be told because the provider does not answer.
   */
  find(header: TokenHeader): Promise<{ readonly issuer: string; readonly key: KeyObject } | null>;
  /** Asks the provider now; rejects with IdentityFault. */
  refresh(): Promise<void>;
  /** Whether there are keys to judge by. */
  ready(): boolean;
}

/** Keeps what `load` answers. Whoever needs an answer at the same moment waits for the same one. */
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
  const restedRefresh = async (): Promise<void> => {
    if (failure !== null && now() - failure.at < REST_MS) throw failure.fault;
    await refresh();
  };

  const age = (): number => (held === null ? Infinity : now() - held.at);
  const current = async (): Promise<void> => {
    if (age() >= KEPT_MS) await restedRefresh();
    else if (age() >= FRESH_MS) restedRefresh().catch(() => undefined); // whoever has known keys need not hear of it
  };
  const mayAskForUnknown = (): boolean => {
    askedForUnknown = askedForUnknown.filter((at) => now() - at < MINUTE_MS);
    return askedForUnknown.length < ASKED_FOR_UNKNOWN && askedForUnknown.push(now()) > 0;
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
      if (failure !== null) await restedRefresh();
      else if (held === before && mayAskForUnknown()) await refresh();
      return pick(header);
    },
  };
};

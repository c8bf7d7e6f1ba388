import type { Caller } from './caller.js';
import type { Answer } from './route.js';

/** The headers from which a caller is identified. */
export interface Credentials {
  /** Every value of a header, in the order received; each character is one byte. */
  readonly values: (name: string) => readonly string[];
}

/** A caller, or the answer that refuses the request, with the reason for the log. */
export type Identity = { readonly caller: Caller } | { readonly refused: Answer; readonly because: string };

/** Identifies the caller. Rejects with a fault when that is not possible at the moment. */
export type Identify = (credentials: Credentials) => Promise<Identity>;

/** `FeatureFlags:DisableAuth`: all work is attributed to one name (preservation 5). */
export const developmentIdentity =
  (agent: string): Identify =>
  () =>
    Promise.resolve({
      caller: { actor: { agent, source: 'user', appId: null }, appId: null, depositBucket: null },
    });

import type { Caller } from './caller.js';
import type { Answer } from './route.js';

/** What an identity can be read from. */
export interface Credentials {
  /** Every value of a header, in the order in which they came; a character is a byte. */
  readonly values: (name: string) => readonly string[];
}

/** A caller, or the answer that turns the request away, with the reason for the log. */
export type Identity = { readonly caller: Caller } | { readonly refused: Answer; readonly because: string };

/** Tells who is asking. Rejects with a fault when that cannot be told at the moment. */
export type Identify = (credentials: Credentials) => Promise<Identity>;

/** `FeatureFlags:DisableAuth`: whatever the caller sends, all work is attributed to one name (preservation 5). */
export const developmentIdentity =
  (agent: string): Identify =>
  () =>
    Promise.resolve({
      caller: { actor: { agent, source: 'user', appId: null }, appId: null, depositBucket: null },
    });

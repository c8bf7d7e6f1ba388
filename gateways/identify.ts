import type { Actor } from '../events/envelope.js';
import type { Answer } from './route.js';

/** What an identity can be read from. */
export interface Credentials {
  readonly header: (name: string) => string | undefined;
}

/** Who is asking, or the answer that turns the request away. */
export type Identify = (credentials: Credentials) => Promise<{ readonly actor: Actor } | { readonly refused: Answer }>;

/** `FeatureFlags:DisableAuth`: whatever the caller sends, all work is attributed to one name (preservation 5). */
export const developmentIdentity =
  (agent: string): Identify =>
  () =>
    Promise.resolve({ actor: { agent, source: 'user', appId: null } });

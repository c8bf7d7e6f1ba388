import type { Actor } from '../../events/envelope.js';

/** The caller of a request. */
export interface Caller {
  /** Null for a caller without a name, which may do nothing that is attributed. */
  readonly actor: Actor | null;
  /** The application that the caller's token was issued to. */
  readonly appId: string | null;
  /** The caller's own bucket for its deposits; null for the platform's. */
  readonly depositBucket: string | null;
}

/** The caller of an operation that is open to anyone. */
export const anyone: Caller = { actor: null, appId: null, depositBucket: null };

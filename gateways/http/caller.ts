import type { Actor } from '../../events/envelope.js';

/** Who is asking. */
export interface Caller {
  /** Null where nobody is named: such a caller may do nothing that is attributed. */
  readonly actor: Actor | null;
  /** What the caller's token says it was issued to. */
  readonly appId: string | null;
  /** The bucket of the caller's own in which its deposits are made; null for the platform's. */
  readonly depositBucket: string | null;
}

/** The caller of an operation that is open to anyone. */
export const anyone: Caller = { actor: null, appId: null, depositBucket: null };

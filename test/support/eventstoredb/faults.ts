/** What goes wrong from now on. Counts are used up by appends, one each. */
export interface Faults {
  /** Appends that are not written and whose caller hears that the connection broke. */
  dropBeforeCommit: number;
  /** Appends that are written and whose caller hears that the connection broke. */
  dropAfterCommit: number;
  /** Appends refused because another node leads; it is said to listen on this very port. */
  notLeader: number;
  /** Appends refused because the server does not serve yet. */
  notReady: number;
  /** How long an answer is held back. */
  delayMs: number;
  /** Nothing is answered, ever: `before` writes nothing either, `after` writes and says nothing. */
  wedged: 'no' | 'before' | 'after';
  /** What a reader hears: that the server does not know the user, or does not let it read. */
  denied: 'no' | 'user' | 'right';
  /** Subscriptions receive each event twice. */
  deliverTwice: boolean;
  /** Subscriptions receive nothing, and are not closed. */
  muted: boolean;
  /** Subscriptions are not told that they have caught up, as by servers before 23.10. */
  withoutCaughtUp: boolean;
}

export const noFaults = (): Faults => ({
  dropBeforeCommit: 0,
  dropAfterCommit: 0,
  notLeader: 0,
  notReady: 0,
  delayMs: 0,
  wedged: 'no',
  denied: 'no',
  deliverTwice: false,
  muted: false,
  withoutCaughtUp: false,
});

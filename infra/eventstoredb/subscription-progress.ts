import type { Position } from '../../events/envelope.js';
import type { Delivery } from '../../events/store.js';
import { isBehind } from './position.js';
import type { LogScan } from './log-scan.js';

type Notice = Exclude<Delivery, { kind: 'fact' }>;

/** The position of a subscription. */
export interface SubscriptionProgress {
  reached(): Position | null;
  /** Whether the end of the log was announced, and nothing has arrived since. */
  isCaughtUp(): boolean;
  /** Advances to a position; false when it was reached before. */
  advance(position: Position | null): boolean;
  caughtUp(): Notice;
  /** Whether an earlier head was reached and is to be announced, for a load that never pauses. */
  isDue(): boolean;
}

const OVERDUE_MS = 250;

/** Starts after a position; null is before the first fact. */
export const progressFrom = (start: Position | null, scan: LogScan): SubscriptionProgress => {
  let reached = start;
  let isCaughtUp = false;
  let askAt = performance.now() + OVERDUE_MS;
  let target: Position | null = null;

  const ask = (): void => {
    askAt = Infinity;
    scan.head().then(
      (head) => (target = head),
      () => (askAt = performance.now() + OVERDUE_MS),
    );
  };
  return {
    reached: () => reached,
    isCaughtUp: () => isCaughtUp,
    advance(position) {
      if (!isBehind(reached, position)) return false;
      reached = position;
      isCaughtUp = false;
      return true;
    },
    caughtUp() {
      isCaughtUp = true;
      target = null;
      askAt = performance.now() + OVERDUE_MS;
      return { kind: 'caught-up', position: reached };
    },
    isDue() {
      if (performance.now() > askAt) ask();
      return target !== null && !isBehind(reached, target);
    },
  };
};

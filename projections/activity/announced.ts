import type { Position } from '../../events/envelope.js';
import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';

const POLLS = { firstMs: 5, capMs: 100 } as const;

/** Resolves to true once everything up to the position was announced, and to false at the time-out; never rejects. */
export type WaitForAnnouncement = (source: Position, timeoutMs: number) => Promise<boolean>;

/**
 * Waits for an activity stream that another process may write. `lastSource` reads the position of what was announced
 * last, null for none; it is polled for all waiters together, and a failed read is repeated.
 */
export const waitForAnnounced = (lastSource: () => Promise<string | null>): WaitForAnnouncement => {
  const waiters = new Set<(last: string) => void>();
  let polling = false;
  let polls = 0;
  const poll = async (): Promise<void> => {
    polling = true;
    while (waiters.size > 0) {
      const last = await lastSource().catch(() => null);
      if (last !== null) for (const check of waiters) check(last);
      if (waiters.size > 0) await pause(backOffMs(polls++, POLLS));
    }
    polling = false;
  };
  return (source, timeoutMs) =>
    new Promise((resolve) => {
      const settle = (answer: boolean): void => {
        clearTimeout(timer);
        waiters.delete(check);
        resolve(answer);
      };
      const check = (last: string): void => {
        if (last >= source) settle(true);
      };
      const timer = setTimeout(() => settle(false), timeoutMs);
      waiters.add(check);
      polls = 0;
      if (!polling) void poll();
    });
};

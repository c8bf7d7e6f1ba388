import { onAbort } from './on-abort.js';

/**
 * What some wait for and others notify them of: a condition variable. No notification is remembered, so look first
 * whether there is anything to wait for, then wait, with no await between.
 */
export interface Condition {
  /** Wakes all that wait. */
  notifyAll(): void;
  /** Resolves at the next notification, or as soon as a limit is reached; it never rejects. */
  wait(limits?: WaitLimits): Promise<void>;
}

/** How long a notification is waited for; without limit unless said. */
export interface WaitLimits {
  readonly ms?: number;
  /** Ends the wait when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

export const condition = (): Condition => {
  const waiting = new Set<() => void>();
  return {
    notifyAll() {
      for (const wake of waiting) wake();
    },
    wait: ({ ms = Infinity, signal } = {}) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const wake = (): void => {
          waiting.delete(wake);
          clearTimeout(late);
          forget?.();
          resolve();
        };
        const late = ms === Infinity ? undefined : setTimeout(wake, ms);
        const forget = signal && onAbort(signal, wake);
        waiting.add(wake);
      }),
  };
};

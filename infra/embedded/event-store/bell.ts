/** Wakes whoever waits for news. Nothing is remembered: look first, then wait, with no await between. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, or when the signal aborts. */
  wait(signal: AbortSignal): Promise<void>;
}

export const bell = (): Bell => {
  const waiters = new Set<() => void>();
  return {
    ring() {
      for (const wake of [...waiters]) wake();
    },
    wait: (signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          waiters.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiters.add(wake);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
      }),
  };
};

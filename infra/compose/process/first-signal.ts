const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A signal to end. */
export type EndSignal = (typeof SIGNALS)[number];

/** `npm` passes on what the terminal has sent to everybody: the same signal comes twice. */
const SAME_MS = 1_000;

/**
 * Acts at the first signal to end. Another one within a second is the same one; a later one ends the process at once.
 */
export const onFirstSignal = (act: (signal: EndSignal) => void): void => {
  let first: number | null = null;
  const hear = (signal: EndSignal): void => {
    if (first === null) {
      first = performance.now();
      act(signal);
    } else if (performance.now() - first >= SAME_MS) {
      for (const each of SIGNALS) process.removeListener(each, hear);
      process.kill(process.pid, signal);
    }
  };
  for (const signal of SIGNALS) process.on(signal, hear);
};

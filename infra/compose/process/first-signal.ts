import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal to end. */
export type EndSignal = (typeof SIGNALS)[number];

/** `npm` passes on what the terminal has sent to everybody: the same signal comes twice. */
const SAME_MS = 1_000;

/** Ends this process as the signal does by default, which it does not do to process 1. */
const endNow = (signal: EndSignal): void => {
  process.kill(process.pid, signal);
  if (process.pid === 1) process.exit(128 + constants.signals[signal]);
};

let listening: ((signal: EndSignal) => void) | null = null;

/**
 * From now on, what is to be done at the first signal to end; it replaces what was said before. Another signal within a
 * second is the same one; a later one ends the process at once.
 */
export const onFirstSignal = (act: (signal: EndSignal) => void): void => {
  let first: number | null = null;
  const hear = (signal: EndSignal): void => {
    if (first === null) {
      first = performance.now();
      act(signal);
    } else if (performance.now() - first >= SAME_MS) {
      for (const each of SIGNALS) process.removeListener(each, hear);
      endNow(signal);
    }
  };
  for (const signal of SIGNALS) {
    if (listening !== null) process.removeListener(signal, listening);
    process.on(signal, hear);
  }
  listening = hear;
};

/** What is to be done when a signal aborts. A signal searches all its listeners when one is added, so it has one for all. */
const waitingOn = new WeakMap<AbortSignal, Set<() => void>>();

const waitersOf = (signal: AbortSignal): Set<() => void> => {
  const known = waitingOn.get(signal);
  if (known !== undefined) return known;
  const waiting = new Set<() => void>();
  waitingOn.set(signal, waiting);
  signal.addEventListener('abort', () => waiting.forEach((act) => act()), { once: true });
  return waiting;
};

/**
 * Acts when a signal that has not aborted yet does, unless the answered function is called before. Any number may wait for
 * one signal, each with a function of its own, which does not throw.
 */
export const onAbort = (signal: AbortSignal, act: () => void): (() => void) => {
  const waiting = waitersOf(signal);
  waiting.add(act);
  return () => waiting.delete(act);
};

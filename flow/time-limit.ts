/** The timeouts of composite signals, which hold theirs weakly. */
const timeouts = new WeakMap<AbortSignal, AbortSignal>();

/**
 * Aborts after so many milliseconds, or when one of the signals does. In place of `AbortSignal.timeout`, which among the signals of
 * `AbortSignal.any` is collected as garbage before its time, so that it never aborts (nodejs/node#57736).
 */
export const timeLimit = (ms: number, ...signals: readonly AbortSignal[]): AbortSignal => {
  // oxlint-disable-next-line no-restricted-properties -- held below
  const timeout = AbortSignal.timeout(ms);
  if (signals.length === 0) return timeout;
  const either = AbortSignal.any([timeout, ...signals]);
  timeouts.set(either, timeout);
  return either;
};

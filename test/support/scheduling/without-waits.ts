/** The longest wait between two attempts at something. */
const LONGEST_MS = 1_000;

/**
 * For a suite whose schedules say who comes next, so that how long anybody waits before another attempt changes nothing:
 * short timers fire in the next turn of the event loop. Longer ones are deadlines, which stay.
 */
export const withoutWaits = (): void => {
  const real = { setTimeout, clearTimeout };
  before(() => {
    const soon = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown =>
      ms > LONGEST_MS ? real.setTimeout(run, ms, ...args) : setImmediate(run, ...args);
    globalThis.setTimeout = soon as typeof setTimeout;
    globalThis.clearTimeout = ((timer: unknown) => {
      clearImmediate(timer as NodeJS.Immediate);
      real.clearTimeout(timer as NodeJS.Timeout);
    }) as typeof clearTimeout;
  });
  after(() => void Object.assign(globalThis, real));
};

/**
 * Answers whether something may be done again that is done at most once in so many milliseconds: true, and then false
 * until that time is over. The time begins at the call of `throttle`, or at `since` of the monotonic clock.
 */
export const throttle = (ms: number, since = performance.now()): (() => boolean) => {
  let last = since;
  return () => {
    const now = performance.now();
    if (now - last < ms) return false;
    last = now;
    return true;
  };
};

/** Measures the longest interval between two calls of a timer of a few milliseconds; answers it in seconds. */
export const watchStalls = (): (() => number) => {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest / 1_000;
  };
};

/** Between half of it and all of it, so that rivals part. */
export const scattered = (ms: number): number => ms * (0.5 + Math.random() / 2);

/** A sleep that others may cut short; waking who is not asleep makes the next sleep end at once. */
export const sleeper = (): { readonly sleep: (ms: number) => Promise<void>; readonly wake: () => void } => {
  let woken = false;
  let rouse = (): void => undefined;
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const over = (): void => {
          clearTimeout(timer);
          rouse = () => undefined;
          woken = false;
          resolve();
        };
        const timer = setTimeout(over, woken ? 0 : ms);
        rouse = over;
      }),
    wake: () => {
      woken = true;
      rouse();
    },
  };
};

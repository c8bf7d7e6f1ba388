/** Runs a task as soon as one of so many slots is free, first come, first served. */
export type Slots = <T>(task: () => Promise<T>) => Promise<T>;

export const slots = (count: number): Slots => {
  let free = count;
  const queue: (() => void)[] = [];
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) free++;
    else next();
  };
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await task();
    } finally {
      leave();
    }
  };
};

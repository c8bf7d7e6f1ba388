/** Runs tasks of one key one after another in the order they came, and tasks of different keys side by side. */
export type Lanes = (key: string, task: () => Promise<void>) => Promise<void>;

/** A task that fails does not hold up the ones behind it; its own promise rejects. */
export const lanes = (): Lanes => {
  const tails = new Map<string, Promise<void>>();
  return (key, task) => {
    const tail = (tails.get(key) ?? Promise.resolve()).then(task);
    const quiet = tail
      .catch(() => undefined)
      .then(() => {
        if (tails.get(key) === quiet) tails.delete(key);
      });
    tails.set(key, quiet);
    return tail;
  };
};

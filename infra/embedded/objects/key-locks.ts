/** Lets one piece of work at a time have a key; others wait in the order they came. */
export interface KeyLocks {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export const keyLocks = (): KeyLocks => {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = tails.get(key);
      const turn = before === undefined ? work() : before.then(work, work);
      tails.set(key, turn);
      try {
        return await turn;
      } finally {
        if (tails.get(key) === turn) tails.delete(key);
      }
    },
  };
};

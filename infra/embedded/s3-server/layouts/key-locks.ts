/** Lets one piece of work alone have a key, or any number that share it; others wait in the order they came. */
export interface KeyLocks {
  /** Alone. */
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Together with whoever shares it. */
  shared<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Holders {
  /** The last who asked to be alone, and those who asked to share it after that one. */
  alone: Promise<unknown> | null;
  readonly sharing: Set<Promise<unknown>>;
}

export const keyLocks = (): KeyLocks => {
  const held = new Map<string, Holders>();

  const holdersOf = (key: string): Holders => {
    const holders = held.get(key) ?? { alone: null, sharing: new Set() };
    held.set(key, holders);
    return holders;
  };

  const begin = <T>(before: readonly Promise<unknown>[], work: () => Promise<T>): Promise<T> =>
    before.length === 0 ? work() : Promise.allSettled(before).then(work);

  const release = (key: string, holders: Holders, turn: Promise<unknown>): void => {
    holders.sharing.delete(turn);
    if (holders.alone === turn) holders.alone = null;
    if (holders.alone === null && holders.sharing.size === 0) held.delete(key);
  };

  return {
    async exclusive(key, work) {
      const holders = holdersOf(key);
      const before = [...(holders.alone === null ? [] : [holders.alone]), ...holders.sharing];
      const turn = begin(before, work);
      holders.alone = turn;
      holders.sharing.clear();
      try {
        return await turn;
      } finally {
        release(key, holders, turn);
      }
    },
    async shared(key, work) {
      const holders = holdersOf(key);
      const turn = begin(holders.alone === null ? [] : [holders.alone], work);
      holders.sharing.add(turn);
      try {
        return await turn;
      } finally {
        release(key, holders, turn);
      }
    },
  };
};

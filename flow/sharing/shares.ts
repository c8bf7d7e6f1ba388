import { onlyOnce } from '../only-once.js';

/** Places that several holders share. */
export interface Shares {
  /** A place, as the function that gives it back; else why there is none: all are taken, or the holder has its share. */
  readonly take: (holder: string) => (() => void) | 'full' | 'share-used';
  /** From now on there are so many places; those that are taken already stay taken. */
  readonly resize: (places: number) => void;
}

/** How many places there are, how many one holder may have, and how many are kept for holders that have none. */
export interface ShareSizes {
  readonly places: number;
  readonly each: number;
  readonly kept: number;
}

/** Gives out places so that no holder, and no few of them, can take those of all others. Never waits. */
export const shares = ({ places, each, kept }: ShareSizes): Shares => {
  const held = new Map<string, number>();
  let most = places;
  let taken = 0;
  const giveBack = (holder: string): void => {
    taken--;
    const left = (held.get(holder) ?? 0) - 1;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
  };
  return {
    take(holder) {
      const own = held.get(holder) ?? 0;
      if (own >= each) return 'share-used';
      if (taken >= (own === 0 ? most : most - kept)) return 'full';
      taken++;
      held.set(holder, own + 1);
      return onlyOnce(() => giveBack(holder));
    },
    resize(changed) {
      most = changed;
    },
  };
};

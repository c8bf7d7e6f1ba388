import { onlyOnce } from '../only-once.js';
import { DeadlineExceeded, withinDeadline, type Deadline } from '../deadline.js';
import { shares, type ShareSizes } from './shares.js';
import { unlessAborted } from '../unless-aborted.js';

/** Gives a permit back; more than once does nothing. */
export type Release = () => void;

/**
 * Gives out so many permits at once. Further callers wait for one: holders in turn, and those of one holder first come,
 * first served.
 */
export interface Semaphore {
  /**
   * Resolves with a permit. Rejects with the fault where none becomes free in time, or with the signal's reason when it
   * aborts before. Work without a holder of its own has the same one, the empty text.
   */
  acquire(signal?: AbortSignal, holder?: string): Promise<Release>;
  /** Does work with a permit, and gives that back in any case. */
  run<T>(work: () => Promise<T>, holder?: string): Promise<T>;
  /** From now on so many permits may be out at once; those that are out already stay valid. */
  resize(permits: number): void;
  /** For how many milliseconds no permit has been given back although others wait; 0 while none does. */
  stalledMs(): number;
}

type Patience = Omit<Deadline, 'ending'>;
type Enter = (permit: Release) => void;

/** Those that wait, by their holder; the holder that is served next is the first. */
const waitingInTurn = () => {
  const lines = new Map<string, Set<Enter>>();
  return {
    add: (holder: string, enter: Enter) => lines.set(holder, (lines.get(holder) ?? new Set()).add(enter)),
    /** Whether it was waiting. */
    remove: (holder: string, enter: Enter): boolean => {
      const line = lines.get(holder);
      if (line?.delete(enter) !== true) return false;
      if (line.size === 0) lines.delete(holder);
      return true;
    },
    any: () => lines.size > 0,
    /** Gives the next one the permit that its holder may have; false where nobody may have one. */
    admitOne: (take: (holder: string) => Release | null): boolean => {
      for (const [holder, line] of lines) {
        const [enter] = line;
        const permit = enter && take(holder);
        if (!permit) continue;
        line.delete(enter);
        lines.delete(holder);
        if (line.size > 0) lines.set(holder, line); // last
        enter(permit);
        return true;
      }
      return false;
    },
  };
};

/**
 * A semaphore of so many permits, all of which one holder may have, or of permits with a share for each holder.
 * `patience` is how long one is waited for: as long as it takes unless said.
 */
export const semaphore = (permits: number | ShareSizes, patience: Patience = { ms: Infinity }): Semaphore => {
  const { ms, fault = () => new DeadlineExceeded(`no turn came within ${ms} ms`) } = patience;
  const places = shares(typeof permits === 'number' ? { places: permits, each: Infinity, kept: 0 } : permits);
  const waiting = waitingInTurn();
  let changedAt = 0;
  let turnedAway = false;

  const take = (holder: string): Release | null => {
    const place = places.take(holder);
    if (typeof place === 'string') return null;
    return onlyOnce(() => {
      place();
      changedAt = performance.now();
      turnedAway = false;
      admit();
    });
  };
  const admit = (): void => {
    while (waiting.admitOne(take));
  };
  const queue = async (holder: string, signal: AbortSignal | undefined): Promise<Release> => {
    let enter: Enter = () => undefined;
    const entered = new Promise<Release>((resolve) => (enter = resolve));
    waiting.add(holder, enter);
    try {
      return await withinDeadline(signal === undefined ? entered : unlessAborted(entered, signal), { ms, fault });
    } catch (error) {
      if (waiting.remove(holder, enter)) {
        turnedAway = true;
        enter(() => undefined); // or it would be waited for until the signal aborts
      }
      (await entered)(); // it may have come in the same moment
      throw error;
    }
  };
  const acquire = async (signal?: AbortSignal, holder = ''): Promise<Release> => {
    signal?.throwIfAborted();
    const permit = take(holder);
    if (permit === null) return queue(holder, signal);
    changedAt = performance.now();
    return permit;
  };

  return {
    acquire,
    async run(work, holder) {
      const release = await acquire(undefined, holder);
      try {
        return await work();
      } finally {
        release();
      }
    },
    resize(width) {
      places.resize(width);
      admit();
    },
    stalledMs: () => (waiting.any() || turnedAway ? performance.now() - changedAt : 0),
  };
};

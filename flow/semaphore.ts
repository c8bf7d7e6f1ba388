import { onlyOnce } from './only-once.js';
import { DeadlineExceeded, withinDeadline, type Deadline } from './deadline.js';
import { unlessAborted } from './unless-aborted.js';

/** Gives a permit back; more than once does nothing. */
export type Release = () => void;

/** Gives out so many permits at once; further callers wait for one, first come, first served. */
export interface Semaphore {
  /**
   * Resolves with a permit. Rejects with the fault where none becomes free in time, or with the signal's reason when it
   * aborts before.
   */
  acquire(signal?: AbortSignal): Promise<Release>;
  /** Does work with a permit, and gives that back in any case. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** From now on so many permits may be out at once; those that are out already stay valid. */
  resize(permits: number): void;
  /** For how many milliseconds no permit has been given back although others wait; 0 while none does. */
  stalledMs(): number;
}

type Patience = Omit<Deadline, 'ending'>;

/** A semaphore of so many permits; `patience` is how long one is waited for: as long as it takes unless said. */
export const semaphore = (permits: number, patience: Patience = { ms: Infinity }): Semaphore => {
  const { ms, fault = () => new DeadlineExceeded(`no turn came within ${ms} ms`) } = patience;
  const waiting = new Set<() => void>();
  let limit = permits;
  let taken = 0;
  let changedAt = 0;
  let turnedAway = false;

  const admit = (): void => {
    for (const enter of waiting) {
      if (taken >= limit) return;
      waiting.delete(enter);
      taken++;
      enter();
    }
  };
  const giveBack = (): void => {
    taken--;
    changedAt = performance.now();
    turnedAway = false;
    admit();
  };
  const queue = async (signal: AbortSignal | undefined): Promise<void> => {
    let enter = (): void => undefined;
    const entered = new Promise<void>((resolve) => waiting.add((enter = resolve)));
    try {
      await withinDeadline(signal === undefined ? entered : unlessAborted(entered, signal), { ms, fault });
    } catch (error) {
      if (waiting.delete(enter)) turnedAway = true;
      else giveBack(); // it came in the same moment
      enter(); // or it would be waited for until the signal aborts
      throw error;
    }
  };
  const acquire = async (signal?: AbortSignal): Promise<Release> => {
    signal?.throwIfAborted();
    if (taken >= limit) await queue(signal);
    else {
      taken++;
      changedAt = performance.now();
    }
    return onlyOnce(giveBack);
  };

  return {
    acquire,
    async run(work) {
      const release = await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
    resize(width) {
      limit = width;
      admit();
    },
    stalledMs: () => (waiting.size > 0 || turnedAway ? performance.now() - changedAt : 0),
  };
};

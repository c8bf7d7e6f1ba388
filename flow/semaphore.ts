import { DeadlineExceeded, type Deadline } from './deadline.js';

/** Gives a permit back; more than once does nothing. */
export type Release = () => void;

/** Lets so many in at once; the others wait, first come, first served. */
export interface Semaphore {
  /**
   * Resolves with a permit. Rejects with the fault where none becomes free in time, or with the signal's reason when it
   * aborts before.
   */
  acquire(signal?: AbortSignal): Promise<Release>;
  /** Does work with a permit, and gives that back in any case. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** From now on so many may be in at once; those who are in already stay. */
  resize(permits: number): void;
  /** For how many milliseconds no permit has been given back although others wait; 0 while none does. */
  stalledMs(): number;
}

/** How long a permit is waited for; without limit unless said. */
type Patience = Omit<Deadline, 'ending'>;

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
  const permit = (): Release => {
    let isOut = false;
    return () => {
      if (!isOut) giveBack();
      isOut = true;
    };
  };
  const queue = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        waiting.delete(enter);
        clearTimeout(late);
        signal?.removeEventListener('abort', giveUp);
      };
      const enter = (): void => {
        end();
        resolve();
      };
      const turnAway = (why: unknown): void => {
        end();
        turnedAway = true;
        reject(why instanceof Error ? why : new Error('nobody waits for the permit any more', { cause: why }));
      };
      const giveUp = (): void => turnAway(signal?.reason);
      const late = ms === Infinity ? undefined : setTimeout(() => turnAway(fault()), ms);
      signal?.addEventListener('abort', giveUp);
      waiting.add(enter);
    });
  const acquire = async (signal?: AbortSignal): Promise<Release> => {
    signal?.throwIfAborted();
    if (taken >= limit) await queue(signal);
    else {
      taken++;
      changedAt = performance.now();
    }
    return permit();
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

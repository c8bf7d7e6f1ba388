/** Gives back a turn. */
export type Leave = () => void;

/** Thrown when no turn came in time: the same request may be sent again. */
class Crowded extends Error {
  override name = 'Crowded';
  readonly transient = true;
}

/** Lets so many in at once; the others wait, first come, first served. */
export interface Turns {
  /** Resolves with the turn. Rejects where none comes in time, or with the signal's reason when it aborts. */
  enter(signal?: AbortSignal): Promise<Leave>;
  /** For how many milliseconds no turn has been given back although others want one; 0 while none does. */
  stuckMs(): number;
}

/** So long without an end of any turn is longer than any honest one lasts. */
const STUCK_MS = 60_000;

/** Why large bodies are not taken; null while they are. */
export const bodyFault = (all: readonly Turns[]): string | null => {
  const ms = Math.max(0, ...all.map((each) => each.stuckMs()));
  return ms < STUCK_MS ? null : `no large body has been dealt with for ${Math.floor(ms / 1_000)} s, and others wait`;
};

/** Those who wait are turned away after `patienceMs`. */
export const turns = (atOnce: number, patienceMs: number): Turns => {
  const waiting = new Set<() => void>();
  let inside = 0;
  let lastChange = 0;
  let turnedAway = false;
  const leave = (): void => {
    const [next] = waiting;
    lastChange = performance.now();
    turnedAway = false;
    if (next === undefined) inside--;
    else next();
  };
  const queue = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        waiting.delete(called);
        clearTimeout(late);
        signal?.removeEventListener('abort', giveUp);
      };
      const called = (): void => {
        end();
        resolve();
      };
      const turnAway = (why: unknown): void => {
        end();
        turnedAway = true;
        reject(why instanceof Error ? why : new Error('nobody waits for the turn any more', { cause: why }));
      };
      const giveUp = (): void => turnAway(signal?.reason);
      const late = setTimeout(() => turnAway(new Crowded(`no turn came within ${patienceMs} ms`)), patienceMs);
      signal?.addEventListener('abort', giveUp);
      waiting.add(called);
    });
  return {
    enter: async (signal) => {
      signal?.throwIfAborted();
      if (inside >= atOnce) await queue(signal);
      else {
        inside++;
        lastChange = performance.now();
      }
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
    stuckMs: () => (waiting.size > 0 || turnedAway ? performance.now() - lastChange : 0),
  };
};

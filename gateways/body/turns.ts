import { setTimeout as elapse } from 'node:timers/promises';

/** Gives back a turn. */
export type Leave = () => void;

/** Thrown when no turn came in time: the same request may be sent again. */
class Crowded extends Error {
  override name = 'Crowded';
  readonly transient = true;
}

/** Lets so many in at once; the others wait, first come, first served, and are turned away after `patienceMs`. */
export const turns = (atOnce: number, patienceMs: number): (() => Promise<Leave>) => {
  const waiting = new Set<() => void>();
  let inside = 0;
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      inside--;
      return;
    }
    waiting.delete(next);
    next();
  };
  const enter = async (): Promise<void> => {
    if (inside < atOnce) {
      inside++;
      return;
    }
    const over = new AbortController();
    let begin: (() => void) | undefined;
    const called = new Promise<void>((resolve) => {
      begin = () => {
        resolve();
      };
      waiting.add(begin);
    });
    const late = elapse(patienceMs, 'late' as const, { signal: over.signal }).catch(() => null);
    const outcome = await Promise.race([called, late]);
    over.abort();
    if (outcome !== 'late' || begin === undefined || !waiting.delete(begin)) return;
    throw new Crowded(`no turn came within ${patienceMs} ms`);
  };
  return async () => {
    await enter();
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
};

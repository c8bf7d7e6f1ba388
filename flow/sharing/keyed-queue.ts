import { withinDeadline, type Deadline } from '../deadline.js';

/**
 * Does work on the same key in the order in which it came, and work on different keys side by side. Work begins in the
 * call where nothing is before it. Work that fails does not hold up what waits behind it.
 */
export interface KeyedQueue {
  /** Alone: when all work on the key that came before has ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Together with other work that shares the key: when the last that wanted it alone before has ended. */
  share<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** When the last work ends that wants to be alone, and what came after it and shares the key; none of them rejects. */
interface Line {
  alone: Promise<void> | null;
  readonly sharing: Set<Promise<void>>;
}

/** With a patience, work whose turn has not come in time is not done, and rejects with the fault of the patience. */
export const keyedQueue = (patience?: Omit<Deadline, 'ending'>): KeyedQueue => {
  const lines = new Map<string, Line>();

  const lineOf = (key: string): Line => {
    const line = lines.get(key) ?? { alone: null, sharing: new Set() };
    lines.set(key, line);
    return line;
  };
  const release = (key: string, line: Line, end: Promise<void>): void => {
    line.sharing.delete(end);
    if (line.alone === end) line.alone = null;
    if (line.alone === null && line.sharing.size === 0) lines.delete(key);
  };
  /** Work that is given up for want of patience ends no earlier than what it waited for: others wait for that still. */
  const begin = <T>(before: readonly Promise<void>[], work: () => Promise<T>) => {
    if (before.length === 0) return { done: started(work), turn: null };
    const turn = Promise.all(before);
    return { done: (patience === undefined ? turn : withinDeadline(turn, patience)).then(work), turn };
  };
  const endOf = async (done: Promise<unknown>, turn: Promise<unknown> | null): Promise<void> => {
    await done.catch(() => undefined);
    await turn;
  };

  return {
    run(key, work) {
      const line = lineOf(key);
      const { done, turn } = begin([...(line.alone === null ? [] : [line.alone]), ...line.sharing], work);
      const end = endOf(done, turn);
      line.alone = end;
      line.sharing.clear();
      void end.then(() => release(key, line, end));
      return done;
    },
    share(key, work) {
      const line = lineOf(key);
      const { done, turn } = begin(line.alone === null ? [] : [line.alone], work);
      const end = endOf(done, turn);
      line.sharing.add(end);
      void end.then(() => release(key, line, end));
      return done;
    },
  };
};

/** Rejects where the work throws before it waits for anything. */
const started = async <T>(work: () => Promise<T>): Promise<T> => work();

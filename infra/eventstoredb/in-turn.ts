import { EventStoreFault } from '../../events/store.js';

const settled = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    () => undefined,
    () => undefined,
  );

/**
 * Work on the same key runs in the order in which it came, as the calls of one connection need not. Work whose turn has
 * not come after `patienceMs` is not done: EventStoreFault `store-unavailable`.
 */
export const inTurns = (patienceMs: number) => {
  const last = new Map<string, Promise<void>>();

  const turn = async (before: Promise<void>): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const fault = new EventStoreFault(
        'store-unavailable',
        `an append before it was not answered for ${patienceMs} ms`,
      );
      timer = setTimeout(reject, patienceMs, fault);
    });
    await Promise.race([before, late]).finally(() => clearTimeout(timer));
  };

  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key);
    const result = before === undefined ? work() : turn(before).then(work);
    const after = Promise.all([before, settled(result)]).then(() => {
      if (last.get(key) === after) last.delete(key);
    });
    last.set(key, after);
    return result;
  };
};

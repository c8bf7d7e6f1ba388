import { EventStoreFault } from '../../events/store.js';
import { inTime } from './in-time.js';

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

  const late = (): EventStoreFault =>
    new EventStoreFault('store-unavailable', `an append before it was not answered for ${patienceMs} ms`);

  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key);
    const result = before === undefined ? work() : inTime(before, patienceMs, late()).then(work);
    const after = Promise.all([before, settled(result)]).then(() => {
      if (last.get(key) === after) last.delete(key);
    });
    last.set(key, after);
    return result;
  };
};

import type { SharedRecords } from '../../../flow/shared-records.js';

/** A process that may die. */
export interface Mortal {
  isDead: boolean;
}

const anothers = (name: string) => ({ name, tag: '', value: { holder: 'another' } });

/**
 * The shared records as a relay sees them: its place is lost where `places` goes on. Once it is dead it writes nothing, and
 * finds that another one has written, so that it ends without further attempts.
 */
export const seenBy = (records: SharedRecords, life: Mortal, places: () => number): SharedRecords => {
  const named = (name: string): string => `${name}-${places()}`;
  return {
    list: (prefix) => records.list(prefix),
    read: (name) => (life.isDead ? Promise.resolve(anothers(name)) : records.read(named(name))),
    write: (name, value, seen) => (life.isDead ? Promise.resolve(null) : records.write(named(name), value, seen)),
    remove: (name, seen) => records.remove(named(name), seen),
  };
};

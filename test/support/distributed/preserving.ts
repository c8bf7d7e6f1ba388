import { until } from '../scheduling/until.js';
import type { Archivist, PreservedGroup } from './archivist.js';

/** Archivists at work. */
export interface Preserving {
  /** What they have preserved so far. */
  readonly preserved: readonly PreservedGroup[];
  /** What they complain of so far. */
  complaints(): readonly string[];
  /** Resolves once a group is preserved that was begun from now on; rejects where an archivist cannot go on. */
  goesOn(withinMs: number): Promise<void>;
  /** Lets each come to an end; answers what they complain of. */
  end(): Promise<readonly string[]>;
}

/** Archivists that preserve one group after another, each in a container of its own, until they are told to come to an end. */
export const beginPreserving = (archivists: readonly Archivist[], newContainer: () => string): Preserving => {
  const preserved: PreservedGroup[] = [];
  let isOver = false;
  let begun = 0;
  let lastBegun = 0; // of those that are preserved
  const working = archivists.map(async (each) => {
    do {
      const number = ++begun;
      const box = newContainer();
      await each.makeContainer(box);
      preserved.push(await each.preserve(`${box}/1911`));
      lastBegun = Math.max(lastBegun, number);
    } while (!isOver);
  });
  const ended = Promise.all(working);
  ended.catch(() => undefined); // it is waited for at the end
  const complaints = (): readonly string[] => archivists.flatMap((each) => each.complaints);
  return {
    preserved,
    complaints,
    async goesOn(withinMs) {
      const before = begun;
      const preserving = until('a group that was begun since is preserved', () => lastBegun > before, withinMs);
      await Promise.race([preserving, ended.then(() => preserving)]);
    },
    async end() {
      isOver = true;
      await ended;
      return complaints();
    },
  };
};

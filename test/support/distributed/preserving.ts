import type { Archivist, PreservedGroup } from './archivist.js';

/** Archivists at work. */
export interface Preserving {
  /** What they have preserved so far. */
  readonly preserved: readonly PreservedGroup[];
  /** Lets each come to an end; answers what they complain of. */
  end(): Promise<readonly string[]>;
}

/** Archivists that preserve one group after another, each in a container of its own, until they are told to come to an end. */
export const beginPreserving = (archivists: readonly Archivist[], newContainer: () => string): Preserving => {
  const preserved: PreservedGroup[] = [];
  let isOver = false;
  const working = archivists.map(async (each) => {
    do {
      const box = newContainer();
      await each.makeContainer(box);
      preserved.push(await each.preserve(`${box}/1911`));
    } while (!isOver);
  });
  const ended = Promise.all(working);
  ended.catch(() => undefined); // it is waited for at the end
  return {
    preserved,
    async end() {
      isOver = true;
      await ended;
      return archivists.flatMap(({ complaints }) => complaints);
    },
  };
};

import type { ArchiveFailure } from '../../events/deposit.js';

/** A fact holds only some of very many failures. */
const LISTED = 20;

/** Collects why a deposit is not archived. */
export interface FailureList {
  add(path: string | null, message: string): void;
  readonly isEmpty: () => boolean;
  /** The first failures, and how many more there are. */
  readonly listed: () => readonly ArchiveFailure[];
}

export const failureList = (): FailureList => {
  const listed: ArchiveFailure[] = [];
  let count = 0;
  return {
    add(path, message) {
      count += 1;
      if (listed.length < LISTED) listed.push({ path, message });
    },
    isEmpty: () => count === 0,
    listed: () =>
      count > listed.length
        ? [...listed, { path: null, message: `There are ${count - listed.length} more reasons.` }]
        : listed,
  };
};

import { withinDeadline } from '../../flow/deadline.js';
import { semaphore } from '../../flow/semaphore.js';
import { SearchIndexFault } from './search-index-fault.js';

export interface SearchLimits {
  /** A search that has no answer after so many milliseconds rejects with `search-timeout`. */
  readonly searchMs: number;
  /** So many different searches may wait or run; further ones reject with `search-busy`. */
  readonly waitingSearches: number;
}

/** Runs searches one after the other; those with the same key share one run. */
export type BoundedSearches<Found> = (key: string, run: (withinMs: number) => Promise<Found>) => Promise<Found>;

export const boundedSearches = <Found>({ searchMs, waitingSearches }: SearchLimits): BoundedSearches<Found> => {
  const tooLate = (): Error => new SearchIndexFault('search-timeout', `no answer within ${searchMs} ms`);
  const turns = semaphore(1, { ms: searchMs, fault: tooLate });
  const running = new Map<string, Promise<Found>>();

  const begin = async (key: string, run: (withinMs: number) => Promise<Found>): Promise<Found> => {
    const begun = performance.now();
    try {
      return await turns.run(() => run(searchMs - (performance.now() - begun)));
    } finally {
      running.delete(key);
    }
  };

  return (key, run) => {
    let found = running.get(key);
    if (found === undefined) {
      if (running.size >= waitingSearches) {
        return Promise.reject(new SearchIndexFault('search-busy', `${running.size} searches are waiting already`));
      }
      found = begin(key, run);
      running.set(key, found);
    }
    return withinDeadline(found, { ms: searchMs, fault: tooLate });
  };
};

import { withinDeadline } from '../../flow/deadline.js';
import { semaphore } from '../../flow/sharing/semaphore.js';
import { shares } from '../../flow/sharing/shares.js';
import { SearchIndexFault } from './search-index-fault.js';

export interface SearchLimits {
  /** A search that has no answer after so many milliseconds rejects with `search-timeout`. */
  readonly searchMs: number;
  /** So many different searches may wait or run, half of them for one caller; further ones reject with `search-busy`. */
  readonly waitingSearches: number;
}

export const USUAL_LIMITS: SearchLimits = { searchMs: 5_000, waitingSearches: 64 };

/** Runs searches one after the other, of callers in turn; those with the same key share one run. */
export type BoundedSearches = <Found>(
  key: string,
  run: (withinMs: number) => Promise<Found>,
  holder: string,
) => Promise<Found>;

export const boundedSearches = ({ searchMs, waitingSearches }: SearchLimits): BoundedSearches => {
  const tooLate = (): Error => new SearchIndexFault('search-timeout', `no answer within ${searchMs} ms`);
  const turns = semaphore(1, { ms: searchMs, fault: tooLate });
  const kept = Math.floor(waitingSearches / 4);
  const places = shares({ places: waitingSearches, each: Math.ceil(waitingSearches / 2), kept });
  const running = new Map<string, Promise<unknown>>();

  const begin: BoundedSearches = async (key, run, holder) => {
    const begun = performance.now();
    try {
      return await turns.run(() => run(searchMs - (performance.now() - begun)), holder);
    } finally {
      running.delete(key);
    }
  };

  return <Found>(key: string, run: (withinMs: number) => Promise<Found>, holder: string) => {
    let found = running.get(key) as Promise<Found> | undefined; // the key says what is found
    if (found === undefined) {
      const leave = places.take(holder);
      if (typeof leave === 'string') {
        const whose = leave === 'full' ? '' : ' of this caller';
        return Promise.reject(new SearchIndexFault('search-busy', `too many searches${whose} are waiting already`));
      }
      found = begin(key, run, holder).finally(leave);
      running.set(key, found);
    }
    return withinDeadline(found, { ms: searchMs, fault: tooLate });
  };
};

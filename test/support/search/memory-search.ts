import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Fact } from '../../../events/envelope.js';
import { searchOwnFiles, type SearchFiles } from '../../../gateways/preservation/search/search-files.js';
import type { ListedDeposit } from '../../../projections/deposits/deposit-document.js';
import type { IndexedFile } from '../../../projections/search/indexed-file.js';
import { searchView, type FindingView, type SearchView } from '../../../projections/search/search-view.js';
import { depositFeed } from '../../../workers/search-index/deposit-feed.js';
import { fileFeed } from '../../../workers/search-index/file-feed.js';
import type { IndexFeed } from '../../../workers/search-index/index-feed.js';
import { followIntoIndex, type IndexFollower } from '../../../workers/search-index/index-follower.js';
import { silent } from '../../workers/support/log-of-facts.js';
import { memoryIndex } from './memory-index.js';

/** What services search by, over indexes in memory. */
export interface MemorySearch {
  readonly fileSearch: FindingView<IndexedFile>;
  readonly depositSearch: SearchView<ListedDeposit>;
  readonly searchFiles: SearchFiles;
  stop(): Promise<void>;
}

export const memorySearch = (dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>): MemorySearch => {
  const { events } = dependencies;
  const followers: IndexFollower[] = [];
  const open = <About, F extends Fact>(name: string, feed: IndexFeed<F>): FindingView<About> => {
    const index = memoryIndex();
    const follower = followIntoIndex({ name, events, index, feed, log: silent });
    followers.push(follower);
    return searchView<About>({
      index,
      filled: (timeoutMs) => follower.filled(timeoutMs),
      reached: (position, timeoutMs) => follower.reached(position, timeoutMs),
      building: () => follower.building(),
      head: () => events.head(),
      onFault: () => undefined,
    });
  };
  const fileSearch = open<IndexedFile, never>('files', fileFeed({ ...dependencies, log: silent }));
  return {
    fileSearch,
    depositSearch: open<ListedDeposit, never>('deposits', depositFeed),
    searchFiles: searchOwnFiles(fileSearch),
    stop: async () => {
      await Promise.all(followers.map((follower) => follower.stop()));
    },
  };
};

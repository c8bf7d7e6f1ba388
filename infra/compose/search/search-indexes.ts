import { join } from 'node:path';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { DepositFact } from '../../../events/deposit.js';
import type { Fact, Position } from '../../../events/envelope.js';
import { allEnded } from '../../../flow/all-ended.js';
import { codeOf } from '../../../flow/error-code.js';
import type { ListedDeposit } from '../../../projections/deposits/deposit-document.js';
import type { IndexedFile } from '../../../projections/search/indexed-file.js';
import { searchView, type FindingView, type SearchView } from '../../../projections/search/search-view.js';
import type { BuildProgress } from '../../../projections/view-incomplete.js';
import type { IndexState } from '../../../projections/view-states.js';
import { depositFeed } from '../../../workers/search-index/deposit-feed.js';
import { fileFeed } from '../../../workers/search-index/file-feed.js';
import type { IndexFeed } from '../../../workers/search-index/index-feed.js';
import { followIntoIndex, type IndexFollower } from '../../../workers/search-index/index-follower.js';
import type { NamedLog } from '../../log/logger.js';
import type { ProcessParts } from '../process/process-parts.js';
import type { LogReader } from '../process/progress.js';
import { openIndex } from './open-index.js';
import { openIndexSnapshots, type SnapshotKeeping } from './index-snapshots.js';
import { searchFolderOf } from './search-folder.js';

/** The searches of this process, and the followers of their indexes. */
export interface SearchIndexes {
  /** Null where this process does not have the storage service. */
  readonly files: FindingView<IndexedFile> | null;
  /** Null where this process does not have the preservation service. */
  readonly deposits: SearchView<ListedDeposit> | null;
  readonly followers: readonly IndexFollower[];
  /** Their progress. A search that is behind is of use, so they may be; one that lacks entries is a fault (`building`). */
  readonly readers: readonly LogReader[];
  /** What keeps their snapshots, for one of several processes; empty where there is one process only. */
  readonly keeping: readonly SnapshotKeeping[];
  /** Resolves to true once every index is filled, false at the time-out. */
  filled(timeoutMs: number): Promise<boolean>;
  /** How far each index is. Rejects with the faults of the log. */
  states(): Promise<readonly IndexState[]>;
  /** How far the indexes have come that are not filled. Rejects with the faults of the log. */
  building(): Promise<readonly BuildProgress[]>;
  /**
   * Resolves to true once the index of deposits includes everything up to a position, false at the time-out. An index
   * that is being filled or cannot be updated is not waited for.
   */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
}

interface IndexParts extends Pick<ProcessParts, 'config' | 'dependencies' | 'waiting' | 'disposal' | 'metrics'> {
  readonly log: NamedLog;
  /** The folder of the indexes. */
  readonly within: string;
}

interface OpenedSearch<About> {
  readonly view: FindingView<About>;
  readonly follower: IndexFollower;
  readonly keeping: SnapshotKeeping | null;
}

/** Opens an index and keeps it up to date. Rejects with DataFolderFault. */
const openSearch = async <About, F extends Fact>(
  name: string,
  feed: IndexFeed<F>,
  parts: IndexParts,
): Promise<OpenedSearch<About>> => {
  const { log, disposal, within, waiting } = parts;
  const { events } = parts.dependencies;
  const head = (): Promise<Position | null> => events.head();
  const opened = await openIndex({ folder: join(within, name), log, events, feed, waiting });
  const index = disposal.keep(`${name} index`, opened, (it) => it.close());
  const snapshots = openIndexSnapshots({ ...parts, name, index, feed });
  const following = { name: `search-${name}`, events, index, feed, log, prepare: snapshots?.prepare };
  const follower = disposal.keep(`follower of the ${name} index`, followIntoIndex(following), (it) => it.stop());
  const view = searchView<About>({
    index,
    filled: (timeoutMs) => follower.filled(timeoutMs),
    reached: (position, timeoutMs) => follower.reached(position, timeoutMs),
    building: () => follower.building(),
    head,
    onFault: (fault) => {
      if (codeOf(fault) === 'index-lost') follower.restart();
    },
  });
  return { view, follower, keeping: snapshots?.keepingOf(follower) ?? null };
};

const nothing = Promise.resolve(null);

const readerOf = (follower: IndexFollower): LogReader => ({
  name: follower.name,
  active: () => true,
  handled: () => follower.handled(),
  mayLag: true,
});

const stateOf = async (follower: IndexFollower): Promise<IndexState> => ({
  name: follower.name,
  position: follower.handled(),
  building: await follower.building(),
});

/** Opens the indexes that the services of this process search. Rejects with DataFolderFault. */
export const openSearchIndexes = async (
  parts: Pick<ProcessParts, 'config' | 'dependencies' | 'folder' | 'waiting' | 'log' | 'disposal' | 'metrics'>,
): Promise<SearchIndexes> => {
  const { config, dependencies, folder, disposal } = parts;
  const log = parts.log('search');
  const [storage, preservation] = [config.roles.includes('storage'), config.roles.includes('preservation')];
  const within = storage || preservation ? await searchFolderOf(config, folder, disposal) : '';
  const opening = { ...parts, log, within };
  const feedOfFiles = fileFeed({ ...dependencies, log });
  // At once, since each waits for a thread that begins.
  const [files, deposits] = await allEnded(
    storage ? openSearch<IndexedFile, ArchivalGroupFact>('files', feedOfFiles, opening) : nothing,
    preservation ? openSearch<ListedDeposit, DepositFact>('deposits', depositFeed, opening) : nothing,
  );
  const keeping = [files, deposits].flatMap((each) => each?.keeping ?? []);
  const followers = [files, deposits].flatMap((each) => (each === null ? [] : [each.follower]));
  return {
    files: files?.view ?? null,
    deposits: deposits?.view ?? null,
    followers,
    readers: followers.map(readerOf),
    keeping,
    filled: async (timeoutMs) => (await Promise.all(followers.map((each) => each.filled(timeoutMs)))).every(Boolean),
    states: () => Promise.all(followers.map(stateOf)),
    building: async () => (await Promise.all(followers.map((each) => each.building()))).filter((each) => each !== null),
    reached: async (position, timeoutMs) =>
      deposits?.follower.isCurrent() !== true || deposits.follower.reached(position, timeoutMs),
  };
};

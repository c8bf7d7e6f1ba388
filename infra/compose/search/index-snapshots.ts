import type { FetchedCopy } from '../../../projections/view-incomplete.js';
import type { SingletonRun } from '../../../workers/singleton.js';
import type { Fact } from '../../../events/envelope.js';
import type { IndexFeed } from '../../../workers/search-index/index-feed.js';
import type { IndexFollower, PrepareIndex } from '../../../workers/search-index/index-follower.js';
import { isOfLog } from '../../../workers/search-index/log-entry.js';
import type { CopyableIndex } from '../../../workers/search-index/snapshots/copyable-index.js';
import { fillFromSnapshot } from '../../../workers/search-index/snapshots/fill-from-snapshot.js';
import { snapshotKeeper } from '../../../workers/search-index/snapshots/snapshot-keeper.js';
import { snapshotStore } from '../../../workers/search-index/snapshots/snapshot-store.js';
import type { NamedLog } from '../../log/logger.js';
import { INDEX_VERSION } from '../../search-index/tables/schema.js';
import type { Singletons } from '../workers/singletons.js';
import type { ProcessParts } from '../process/process-parts.js';

/** Keeps the snapshots of an index, in one process at a time. */
export interface SnapshotKeeping {
  readonly name: string;
  readonly open: () => Promise<SingletonRun>;
}

/** The snapshots of an index that several processes have, each in a file of its own. */
export interface IndexSnapshots {
  /** Fills an empty index from the newest one. */
  readonly prepare: PrepareIndex;
  readonly keepingOf: (follower: IndexFollower) => SnapshotKeeping;
}

interface SnapshotParts<F extends Fact> extends Pick<ProcessParts, 'config' | 'dependencies' | 'metrics'> {
  readonly name: string;
  readonly index: CopyableIndex;
  readonly feed: IndexFeed<F>;
  readonly log: NamedLog;
}

/** Null where no other process can have the same log: then nobody would fetch them. */
export const openIndexSnapshots = <F extends Fact>(parts: SnapshotParts<F>): IndexSnapshots | null => {
  const { config, dependencies, metrics, name, index, feed, log } = parts;
  if (config.servers.eventStore === null || config.servers.s3 === null) return null;
  const { events, now } = dependencies;
  const snapshots = snapshotStore({ dependencies, name, version: INDEX_VERSION });
  let fetched: number | null = null;
  metrics.gauge(
    `muniment_search_${name}_fetched_ratio`,
    `How much of the snapshot from which the search index of ${name} is filled was fetched, from 0 to 1.`,
    [],
    () => Promise.resolve(fetched === null ? [] : [{ labels: {}, value: fetched }]),
  );
  const filling = {
    ...{ name: `search-${name}`, index, snapshots, log },
    isOfLog: () => isOfLog(index, events, feed),
  };
  return {
    prepare: (signal, onFetched) => {
      const told = (copy: FetchedCopy): void => {
        fetched = copy.bytes / copy.ofBytes;
        onFetched(copy);
      };
      return fillFromSnapshot({ ...filling, onFetched: told }, signal);
    },
    keepingOf: (follower) => ({
      name: `search-snapshots-${name}`,
      open: () => Promise.resolve(snapshotKeeper({ index, follower, snapshots, events, feed, now, log })),
    }),
  };
};

/** Runs in one of the processes what keeps the snapshots. */
export const keepSnapshots = async (
  keeping: readonly SnapshotKeeping[],
  singletons: Pick<Singletons, 'runDelayed'>,
): Promise<void> => {
  for (const { name, open } of keeping) await singletons.runDelayed(name, open);
};

import { rm } from 'node:fs/promises';
import { cause } from '../../../events/cause.js';
import type { EventStore } from '../../../events/store.js';
import { pause } from '../../../flow/pause.js';
import type { Log } from '../../log.js';
import { beginWork, type SingletonRun } from '../../singleton.js';
import type { IndexFeed } from '../index-feed.js';
import type { IndexFollower } from '../index-follower.js';
import type { CopyableIndex } from './copyable-index.js';
import type { IndexSnapshot, SnapshotStore } from './snapshot-store.js';

export interface SnapshotKeeperOptions {
  readonly index: Pick<CopyableIndex, 'position' | 'copy'>;
  readonly follower: Pick<IndexFollower, 'name' | 'isCurrent' | 'filled'>;
  readonly snapshots: Pick<SnapshotStore, 'list' | 'store' | 'remove' | 'removeOld'>;
  readonly events: Pick<EventStore, 'head' | 'readAll'>;
  readonly feed: Pick<IndexFeed, 'categories'>;
  readonly now: () => Date;
  readonly log: Log;
}

const CHECK_EVERY_MS = 60_000;
const FILLED_WITHIN_MS = 1_000;
const HOUR_MS = 3_600_000;
/** After so many facts an hour is enough, after fewer a day. */
const MANY_FACTS = 1_000;

/** How many facts the index has to read after a snapshot, up to `MANY_FACTS`. */
const factsAfter = async ({ events, feed }: SnapshotKeeperOptions, { position }: IndexSnapshot): Promise<number> => {
  let facts = 0;
  for await (const _ of events.readAll({ after: position, categories: feed.categories, limit: MANY_FACTS })) facts++;
  return facts;
};

/** The newest snapshot that this log can have led to; those that are ahead of it are removed. */
const newestOf = async ({ snapshots, events, log, follower }: SnapshotKeeperOptions): Promise<IndexSnapshot | null> => {
  const head = await events.head();
  for (const snapshot of await snapshots.list()) {
    if (head !== null && snapshot.position <= head) return snapshot;
    const { prefix } = snapshot;
    log.warn('A snapshot of a search index is ahead of the event log and is removed', { name: follower.name, prefix });
    await snapshots.remove(snapshot);
  }
  return null;
};

/** Makes a snapshot where one is due. */
export const keepSnapshot = async (options: SnapshotKeeperOptions, signal: AbortSignal): Promise<void> => {
  const { index, follower, snapshots, now, log } = options;
  if (!follower.isCurrent() || (await index.position()) === null) return;
  const newest = await newestOf(options);
  if (newest !== null) {
    const ageMs = now().getTime() - newest.takenAt.getTime();
    if (ageMs < HOUR_MS) return;
    const facts = await factsAfter(options, newest);
    if (facts < (ageMs < 24 * HOUR_MS ? MANY_FACTS : 1)) return;
  }
  const { path, position } = await index.copy();
  try {
    if (position === null) return; // begun anew meanwhile
    const { prefix, size } = await snapshots.store(path, position, signal);
    log.info('A snapshot of a search index is stored', { name: follower.name, prefix, position, size });
  } finally {
    await rm(path, { force: true });
  }
  await snapshots.removeOld();
};

/** Keeps snapshots of an index, for processes that have none yet; in one process at a time. Repeats it where it fails. */
export const snapshotKeeper = (options: SnapshotKeeperOptions): SingletonRun =>
  beginWork('the keeper of snapshots', async (signal) => {
    const { follower, log } = options;
    while (!signal.aborted) {
      const isFilled = await follower.filled(FILLED_WITHIN_MS);
      if (isFilled)
        await keepSnapshot(options, signal).catch((error: unknown) => {
          if (!signal.aborted)
            log.warn('No snapshot of a search index could be stored, which is tried again', {
              name: follower.name,
              ...cause(error),
            });
        });
      await pause(isFilled ? CHECK_EVERY_MS : FILLED_WITHIN_MS, signal);
    }
  });

import { cause } from '../../../events/cause.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import type { FetchedCopy } from '../../../projections/view-incomplete.js';
import type { Log } from '../../log.js';
import type { CopyableIndex } from './copyable-index.js';
import type { IndexSnapshot, SnapshotStore } from './snapshot-store.js';

export interface FillFromSnapshotOptions {
  readonly name: string;
  readonly index: CopyableIndex;
  readonly snapshots: Pick<SnapshotStore, 'list' | 'fetch' | 'remove'>;
  /** Whether the index was filled from the log of the platform. */
  readonly isOfLog: () => Promise<boolean>;
  /** Told how much of a snapshot is fetched. Must not throw. */
  readonly onFetched: (fetched: FetchedCopy) => void;
  readonly log: Log;
}

const isTransient = (error: unknown): boolean => error instanceof ByteStoreFault && error.transient;

/** Whether the index goes on with a snapshot. */
const take = async (
  options: FillFromSnapshotOptions,
  snapshot: IndexSnapshot,
  signal: AbortSignal,
): Promise<boolean> => {
  const { name, index, snapshots, isOfLog, onFetched, log } = options;
  const { prefix, position, size } = snapshot;
  log.info('A search index is filled from a snapshot', { name, prefix, position, size });
  const onWritten = (bytes: number): void => onFetched({ bytes, ofBytes: size });
  onWritten(0);
  await snapshots.fetch(snapshot, { path: await index.incoming(), signal, onWritten });
  await index.take();
  if ((await index.position()) === null) return false; // of another version, or damaged, which is logged
  if (await isOfLog()) return true;
  log.warn('A snapshot of a search index was not made from this event log and is removed', { name, prefix });
  await index.beginAnew();
  await snapshots.remove(snapshot);
  return false;
};

/**
 * Fills an empty index from the newest snapshot that can be used, if there is one. Rejects with a transient
 * ByteStoreFault, and when the signal aborts; where no snapshot can be used for another reason, that is logged, and the
 * index is to be filled from the log.
 */
export const fillFromSnapshot = async (options: FillFromSnapshotOptions, signal: AbortSignal): Promise<void> => {
  const { name, index, snapshots, log } = options;
  if ((await index.position()) !== null) return;
  const unusable = (error: unknown): void => {
    if (signal.aborted || isTransient(error)) throw error;
    log.warn('A snapshot of a search index cannot be used', { name, ...cause(error) });
  };
  const found = await snapshots.list().catch((error: unknown) => {
    unusable(error);
    return [];
  });
  for (const snapshot of found) {
    try {
      if (await take(options, snapshot, signal)) return;
    } catch (error) {
      unusable(error);
    }
  }
};

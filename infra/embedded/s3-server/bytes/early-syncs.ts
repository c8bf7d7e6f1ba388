import { allEnded } from '../../../../flow/all-ended.js';

const EARLY_SYNC_BYTES = 16 * 1024 * 1024;

/** Syncs of a file that is being written, so that the disk does not wait until the end. */
export interface EarlySyncs {
  /** Begins a sync each time that so many bytes were written. */
  readonly wrote: (bytes: number) => void;
  /** Waits for the syncs: the file must not be closed before. Never rejects. */
  readonly settled: () => Promise<void>;
  /** Rejects with the error of a sync that failed. */
  readonly ended: () => Promise<void>;
}

/** `sync` syncs the open file; several of its calls may be under way. */
export const earlySyncs = (sync: () => Promise<void>): EarlySyncs => {
  let unsynced = 0;
  let syncing = Promise.resolve();
  const settled = (): Promise<void> => syncing.catch(() => undefined);
  return {
    wrote(bytes) {
      unsynced += bytes;
      if (unsynced < EARLY_SYNC_BYTES) return;
      unsynced = 0;
      syncing = allEnded(syncing, sync()).then(() => undefined);
      void settled();
    },
    settled,
    ended: () => syncing,
  };
};

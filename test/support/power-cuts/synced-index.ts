import fs, { copyFileSync, existsSync, fstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { stub } from 'sinon';
import type { Survivors } from './forgetful-files.js';

export interface SyncedIndex {
  /** Copies the database to a folder as a disk would show it after a power cut. */
  writeImage(folder: string, survivors: Survivors): void;
  end(): void;
}

/**
 * Watches the syncs of the write-ahead log of the database at `path`: where nothing else survives a power cut, the log is
 * as it stood when its last sync began.
 */
export const syncedIndex = (path: string): SyncedIndex => {
  const log = `${path}-wal`;
  let synced: { readonly inode: number; readonly bytes: Buffer } | null = null;
  const inodeOfLog = (): number | undefined => statSync(log, { throwIfNoEntry: false })?.ino;
  const real = fs.fdatasync;
  const watched = stub(fs, 'fdatasync').callsFake((file, callback) => {
    const inode = fstatSync(file).ino;
    const bytes = inode === inodeOfLog() ? readFileSync(log) : null;
    real(file, (error) => {
      if (bytes !== null && error === null) synced = { inode, bytes };
      callback(error);
    });
  });
  syncBuiltinESMExports();
  return {
    writeImage(folder, survivors) {
      if (existsSync(path)) copyFileSync(path, join(folder, basename(path)));
      const to = join(folder, basename(log));
      if (survivors !== 'nothing') {
        if (existsSync(log)) copyFileSync(log, to);
      } else if (synced !== null && synced.inode === inodeOfLog()) writeFileSync(to, synced.bytes);
    },
    end() {
      watched.restore();
      syncBuiltinESMExports();
    },
  };
};

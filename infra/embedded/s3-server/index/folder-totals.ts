import type { Database } from '../../sqlite.js';
import type { FolderTotals } from '../contract/object-engine.js';

/** Totals of the folders of the first two levels, of buckets with files by id. */
export interface FolderTotalsIndex {
  /** Changes the totals of the folders that a key is in, in the transaction of the change of its row. */
  add(bucket: string, key: string, change: FolderTotals): void;
  /** Of all these folders together; each ends in `/`, and has one or two segments. */
  of(bucket: string, folders: readonly string[]): FolderTotals;
}

const TABLE = `
  CREATE TABLE folder_totals (
    bucket TEXT NOT NULL, folder TEXT NOT NULL, files INTEGER NOT NULL, bytes INTEGER NOT NULL,
    PRIMARY KEY (bucket, folder)
  ) WITHOUT ROWID;
`;

const foldersOf = (key: string): readonly string[] => {
  const first = key.indexOf('/') + 1;
  if (first === 0) return [];
  const second = key.indexOf('/', first) + 1;
  return second === 0 ? [key.slice(0, first)] : [key.slice(0, first), key.slice(0, second)];
};

const totalsIndex = (database: Database): FolderTotalsIndex => {
  const change = database.prepare(`
    INSERT INTO folder_totals (bucket, folder, files, bytes) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET files = files + excluded.files, bytes = bytes + excluded.bytes
    RETURNING files`);
  const remove = database.prepare('DELETE FROM folder_totals WHERE bucket = ? AND folder = ?');
  const sum = database.prepare(`
    SELECT coalesce(sum(files), 0) AS files, coalesce(sum(bytes), 0) AS bytes FROM folder_totals
    WHERE bucket = ? AND folder IN (SELECT value FROM json_each(?))`);
  return {
    add(bucket, key, { files, bytes }) {
      for (const folder of foldersOf(key)) {
        const left = change.get(bucket, folder, files, bytes) as { readonly files: number } | undefined;
        if (left?.files === 0) remove.run(bucket, folder);
      }
    },
    of(bucket, folders) {
      const found = sum.get(bucket, JSON.stringify(folders)) as unknown as FolderTotals;
      return { files: found.files, bytes: found.bytes };
    },
  };
};

/**
 * Opens the totals within a transaction, after the table of objects. An index of an earlier version of the software has
 * none: then all of its rows are counted, once.
 */
export const openFolderTotals = (database: Database): FolderTotalsIndex => {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'folder_totals'");
  if (table.get() !== undefined) return totalsIndex(database);
  database.exec(TABLE);
  const totals = totalsIndex(database);
  const rows = database.prepare("SELECT bucket, key, record ->> '$.size' AS size FROM objects WHERE file IS NOT NULL");
  for (const row of rows.iterate()) {
    const { bucket, key, size } = row as { readonly bucket: string; readonly key: Uint8Array; readonly size: number };
    totals.add(bucket, Buffer.from(key).toString(), { files: 1, bytes: size });
  }
  return totals;
};

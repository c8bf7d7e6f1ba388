import type { Database } from '../../sqlite.js';
import type { Part, PendingUpload } from '../contract/object-engine.js';

/** A part as the index keeps it: `file` holds its bytes. */
export interface PartRow extends Part {
  readonly file: string;
}

/** Multipart uploads that were begun and neither completed nor aborted. */
export interface UploadIndex {
  begin(upload: PendingUpload): void;
  find(uploadId: string): PendingUpload | null;
  /** In the order of keys (UTF-8 bytes), then of beginning. */
  inBucket(bucket: string): readonly PendingUpload[];
  /** Gives the file of the part that this one replaces. */
  putPart(uploadId: string, part: PartRow): string | null;
  /** By ascending number. */
  parts(uploadId: string): readonly PartRow[];
  /** Forgets the upload and its parts. */
  end(uploadId: string): void;
  hasFile(file: string): boolean;
}

export const UPLOAD_TABLES = `
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key BLOB NOT NULL, initiated INTEGER NOT NULL, record TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS uploads_by_key ON uploads (bucket, key, initiated);
  CREATE TABLE IF NOT EXISTS parts (
    upload TEXT NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL UNIQUE, record TEXT NOT NULL,
    PRIMARY KEY (upload, number)
  ) WITHOUT ROWID;
`;

interface UploadColumns {
  readonly id: string;
  readonly bucket: string;
  readonly key: Uint8Array;
  readonly initiated: number;
  readonly record: string;
}

const uploadOf = ({ id, bucket, key, initiated, record }: UploadColumns): PendingUpload => ({
  uploadId: id,
  bucket,
  key: Buffer.from(key).toString(),
  initiated: new Date(initiated),
  ...(JSON.parse(record) as Pick<PendingUpload, 'attributes' | 'algorithm' | 'checksumType'>),
});

const partOf = ({ number, file, record }: { number: number; file: string; record: string }): PartRow => {
  const { modified, ...part } = JSON.parse(record) as Pick<Part, 'size' | 'etag' | 'checksums'> & { modified: number };
  return { number, file, ...part, lastModified: new Date(modified) };
};

export const uploadIndex = (database: Database): UploadIndex => {
  const begin = database.prepare('INSERT INTO uploads (id, bucket, key, initiated, record) VALUES (?, ?, ?, ?, ?)');
  const find = database.prepare('SELECT * FROM uploads WHERE id = ?');
  const inBucket = database.prepare('SELECT * FROM uploads WHERE bucket = ? ORDER BY key, initiated');
  const part = database.prepare('SELECT file FROM parts WHERE upload = ? AND number = ?');
  const parts = database.prepare('SELECT number, file, record FROM parts WHERE upload = ? ORDER BY number');
  const putPart = database.prepare('INSERT OR REPLACE INTO parts (upload, number, file, record) VALUES (?, ?, ?, ?)');
  const endUpload = database.prepare('DELETE FROM uploads WHERE id = ?');
  const endParts = database.prepare('DELETE FROM parts WHERE upload = ?');
  const names = database.prepare('SELECT 1 FROM parts WHERE file = ?');
  return {
    begin({ uploadId, bucket, key, initiated, attributes, algorithm, checksumType }) {
      const record = JSON.stringify({ attributes, algorithm, checksumType });
      begin.run(uploadId, bucket, Buffer.from(key), initiated.getTime(), record);
    },
    find(uploadId) {
      const row = find.get(uploadId) as UploadColumns | undefined;
      return row === undefined ? null : uploadOf(row);
    },
    inBucket: (bucket) => (inBucket.all(bucket) as UploadColumns[]).map(uploadOf),
    putPart(uploadId, { number, file, size, etag, checksums, lastModified }) {
      const replaced = part.get(uploadId, number) as { file: string } | undefined;
      const record = JSON.stringify({ size, etag, checksums, modified: lastModified.getTime() });
      putPart.run(uploadId, number, file, record);
      return replaced?.file ?? null;
    },
    parts: (uploadId) => (parts.all(uploadId) as Parameters<typeof partOf>[0][]).map(partOf),
    end(uploadId) {
      endUpload.run(uploadId);
      endParts.run(uploadId);
    },
    hasFile: (file) => names.get(file) !== undefined,
  };
};

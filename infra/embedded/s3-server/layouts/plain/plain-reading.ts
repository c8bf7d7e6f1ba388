import type { EngineIndex } from '../../index/engine-index.js';
import type { FileState, Files, OpenFile } from '../../../file-system/files.js';
import type { KeyLocks } from '../key-locks.js';
import { filePathOf } from '../key-rules.js';
import type { Found } from '../layout.js';
import type { ObjectRow } from '../../index/object-index.js';
import { hexOfBase64, NO_ATTRIBUTES, type ObjectRecord } from '../../engine/object-record.js';
import { digestFile } from '../../bytes/temporary-file.js';

/** What a reader is told that shares a key: `unsure` where the row must be found out or taken away first. */
type Known<T> = T | null | 'unsure';

/** Plain files together with what is true of them. */
export interface PlainReading {
  /** Under the key's lock. */
  headNow(key: string): Promise<ObjectRecord | null>;
  head(key: string): Promise<ObjectRecord | null>;
  open(key: string): Promise<Found | null>;
}

/** Where the bytes of a bucket of plain files lie. */
export interface PlainPlace {
  readonly files: Files;
  readonly bucket: string;
  readonly root: string;
}

/** What a file tells of itself; attributes and a multipart ETag are kept where the row tells of the same bytes. */
const derive = async (file: OpenFile, state: FileState, row: ObjectRow | null): Promise<ObjectRecord> => {
  const { md5, checksums } = await digestFile(file, state.size, { algorithms: [] });
  const sha256 = hexOfBase64(checksums.SHA256);
  if (row?.record.sha256 === sha256) return row.record;
  return {
    size: state.size,
    etag: `"${md5}"`,
    modified: state.modified.getTime(),
    sha256,
    attributes: NO_ATTRIBUTES,
    checksums: { SHA256: checksums.SHA256 },
    checksumType: 'FULL_OBJECT',
    parts: [],
  };
};

/** Closes the file unless `work` hands it on. */
const handingOn = async (file: OpenFile, work: () => Promise<Found | null>): Promise<Found | null> => {
  let found: Found | null = null;
  try {
    found = await work();
    return found;
  } finally {
    if (found === null) await file.close();
  }
};

/**
 * Any number of readers have a key at once, but never beside a writer. Who finds a file that its row does not tell of
 * has the key alone, finds out and notes it, so that the next ones know.
 */
export const plainReading = (
  { files, bucket, root }: PlainPlace,
  { objects, commit }: EngineIndex,
  locks: KeyLocks,
): PlainReading => {
  const pathOf = (key: string): string | null => {
    const place = filePathOf(root, key);
    return 'fault' in place ? null : place.path;
  };

  /** Where there is no file: a row that tells of one is from before others took it away. */
  const forget = (key: string): null => {
    if (objects.find(bucket, key) !== null) commit.later(() => objects.remove(bucket, key));
    return null;
  };

  const openNow = async (key: string, path: string): Promise<Found | null> => {
    const file = await files.open(path);
    if (file === null) return forget(key);
    return handingOn(file, async () => {
      const state = await file.state();
      if (state.kind !== 'file') return forget(key);
      const known = objects.find(bucket, key);
      if (known?.stamp === state.stamp) return { record: known.record, file, path };
      const record = await derive(file, state, known);
      const row = { record, file: null, stamp: state.stamp };
      // Only saves the next reader the work, so that a full disk must not spoil this one's.
      await commit.write(() => objects.put(bucket, key, row)).catch(() => undefined);
      return { record, file, path };
    });
  };

  const openKnown = async (key: string, path: string): Promise<Known<Found>> => {
    const file = await files.open(path);
    const row = objects.find(bucket, key);
    if (file === null) return row === null ? null : 'unsure';
    const found = await handingOn(file, async () => {
      const isKnown = row !== null && row.stamp === (await file.state()).stamp;
      return isKnown ? { record: row.record, file, path } : null;
    });
    return found ?? 'unsure';
  };

  const headNow = async (key: string): Promise<ObjectRecord | null> => {
    const path = pathOf(key);
    if (path === null) return null;
    const state = await files.state(path);
    if (state?.kind !== 'file') return forget(key);
    const row = objects.find(bucket, key);
    if (row?.stamp === state.stamp) return row.record;
    const found = await openNow(key, path);
    await found?.file.close();
    return found?.record ?? null;
  };

  const headKnown = async (key: string): Promise<Known<ObjectRecord>> => {
    const path = pathOf(key);
    const state = path === null ? null : await files.state(path);
    const row = objects.find(bucket, key);
    if (state?.kind !== 'file') return row === null ? null : 'unsure';
    return row?.stamp === state.stamp ? row.record : 'unsure';
  };

  return {
    headNow,
    async head(key) {
      const known = await locks.share(key, () => headKnown(key));
      return known === 'unsure' ? locks.run(key, () => headNow(key)) : known;
    },
    async open(key) {
      const path = pathOf(key);
      if (path === null) return null;
      const known = await locks.share(key, () => openKnown(key, path));
      return known === 'unsure' ? locks.run(key, () => openNow(key, path)) : known;
    },
  };
};

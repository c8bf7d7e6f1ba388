import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Position } from '../../../events/envelope.js';
import { ifThere, type ObjectAddress } from '../../../formats/bytes.js';
import { isRecord } from '../../../formats/json/json-record.js';
import { readWhole } from '../../../formats/read-whole.js';
import { keyFolders, MANIFEST } from './key-folders.js';
import { fetchParts, storeParts, type FetchOptions, type StoredPart } from './snapshot-parts.js';

/** A whole copy of a search index in the staging bucket. */
export interface IndexSnapshot {
  /** Its folder there. */
  readonly prefix: string;
  readonly takenAt: Date;
  /** Up to where it includes the log. */
  readonly position: Position;
  /** Of the file, in bytes. */
  readonly size: number;
  readonly parts: readonly StoredPart[];
}

/** The snapshots of one index, of one version of its file. Rejects with ByteStoreFault, or an error of the file system. */
export interface SnapshotStore {
  /** Those that are complete, the newest first. */
  list(): Promise<readonly IndexSnapshot[]>;
  /** Its manifest is stored last, so that one without it is not complete. */
  store(path: string, position: Position, signal: AbortSignal): Promise<IndexSnapshot>;
  /** Writes one into a new file. */
  fetch(snapshot: IndexSnapshot, options: FetchOptions): Promise<void>;
  remove(snapshot: IndexSnapshot): Promise<void>;
  /** Removes all but the newest two, and what broken-off attempts and other versions have left for a week. */
  removeOld(): Promise<void>;
}

export interface SnapshotPlace {
  readonly dependencies: Pick<Dependencies, 'bytes' | 'places' | 'removal' | 'now'>;
  /** Of the index: `files`. */
  readonly name: string;
  /** Of its file. */
  readonly version: number;
}

const KEPT = 2;
const WEEK_MS = 7 * 86_400_000;

/** What a manifest says; null where it is none. */
const parseManifest = (text: string): Pick<IndexSnapshot, 'position' | 'size' | 'parts'> | null => {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(said) || typeof said['position'] !== 'string' || !Number.isSafeInteger(said['size'])) return null;
  const { parts } = said;
  const isPart = (part: unknown): boolean =>
    isRecord(part) && typeof part['sha256'] === 'string' && Number.isSafeInteger(part['size']);
  if (!Array.isArray(parts) || !parts.every(isPart)) return null;
  return said as unknown as Pick<IndexSnapshot, 'position' | 'size' | 'parts'>;
};

export const snapshotStore = ({ dependencies, name, version }: SnapshotPlace): SnapshotStore => {
  const { bytes, places, now } = dependencies;
  const folders = keyFolders(dependencies);
  const { bucket } = places.staging;
  const all = `${places.staging.prefix}search/${name}/`;
  const own = `${all}v${version}/`;

  const read = async ({ key }: ObjectAddress, takenAt: Date): Promise<IndexSnapshot | null> => {
    const object = await ifThere(() => readWhole(bytes, { bucket, key }));
    const manifest = object && parseManifest(object.bytes.toString());
    return manifest && { prefix: key.slice(0, -MANIFEST.length), takenAt, ...manifest };
  };
  const list = async (): Promise<readonly IndexSnapshot[]> => {
    const found: IndexSnapshot[] = [];
    for await (const { key, lastModified } of bytes.list(bucket, own)) {
      const snapshot = key.endsWith(`/${MANIFEST}`) ? await read({ bucket, key }, lastModified) : null;
      if (snapshot !== null) found.push(snapshot);
    }
    return found.reverse(); // their folders begin with the time
  };
  return {
    list,
    async store(path, position, signal) {
      const takenAt = now();
      const prefix = `${own}${takenAt.toISOString().replace(/[-:.]/g, '')}-${randomUUID()}/`;
      const stored = await storeParts(bytes, path, { bucket, key: prefix }, signal);
      const manifest = Buffer.from(JSON.stringify({ position, ...stored }));
      await bytes.put({ bucket, key: `${prefix}${MANIFEST}` }, manifest, { contentType: 'application/json' });
      return { prefix, takenAt, position, ...stored };
    },
    fetch: (snapshot, options) => fetchParts(bytes, { bucket, key: snapshot.prefix }, snapshot, options),
    remove: ({ prefix }) => folders.remove(prefix),
    async removeOld() {
      const complete = (await list()).map(({ prefix }) => prefix);
      const kept = complete.slice(0, KEPT);
      const before = now().getTime() - WEEK_MS;
      for (const [prefix, lastModified] of await folders.below(all)) {
        const isOld = complete.includes(prefix) ? !kept.includes(prefix) : lastModified < before;
        if (isOld) await folders.remove(prefix);
      }
    },
  };
};

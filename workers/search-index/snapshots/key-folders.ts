import type { Dependencies } from '../../../commands/core/dependencies.js';

/** The key, in the folder of a snapshot, of the object that makes it complete. */
export const MANIFEST = 'manifest.json';

/** The folders of snapshots in the staging bucket. Rejects with ByteStoreFault. */
export interface KeyFolders {
  /** When each of those below a prefix was written last, in milliseconds since 1970. */
  below(prefix: string): Promise<ReadonlyMap<string, number>>;
  /** Removes the manifest first, so that nobody begins to fetch what is being removed. */
  remove(prefix: string): Promise<void>;
}

export const keyFolders = ({
  bytes,
  places: { staging },
  removal,
}: Pick<Dependencies, 'bytes' | 'places' | 'removal'>): KeyFolders => ({
  async below(prefix) {
    const found = new Map<string, number>();
    for await (const { key, lastModified } of bytes.list(staging.bucket, prefix)) {
      const folder = key.slice(0, key.lastIndexOf('/') + 1);
      found.set(folder, Math.max(found.get(folder) ?? 0, lastModified.getTime()));
    }
    return found;
  },
  async remove(prefix) {
    const keys: string[] = [];
    for await (const { key } of bytes.list(staging.bucket, prefix)) keys.push(key);
    await removal.staging.delete([`${prefix}${MANIFEST}`]);
    await removal.staging.delete(keys);
  },
});

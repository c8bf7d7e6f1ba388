import type { ByteStore } from '../../formats/bytes.js';
import { extendInventory } from '../../formats/ocfl/new-version/extend-inventory.js';
import type { GroupState } from '../../formats/group-state/group-state.js';
import { STATE_PATH } from '../../formats/group-state/state-path.js';
import type { ByteRange, OwnInventory } from '../../formats/ocfl/inventory/own-inventory.js';
import type { Inventory } from '../../formats/ocfl/inventory/inventory.js';
import { nextVersion, type NextVersion, type VersionChange } from '../../formats/ocfl/new-version/next-version.js';
import { inventoryKey, type ObjectPlace } from '../../formats/ocfl/object-place.js';
import { inventoryChunks } from '../../formats/ocfl/inventory/write-inventory.js';
import { runInSlices } from '../../flow/run-in-slices.js';

/** An inventory to be written, and the new content it names. */
export type NextInventory = Pick<NextVersion, 'version' | 'folder' | 'content'> & {
  /** The inventory's bytes, the same for each call. */
  readonly chunks: () => Iterable<Buffer> | AsyncIterable<Buffer>;
};

/** Makes the inventory of the next version. Rejects with OcflFault as `nextVersion` does. */
export type MakeInventory = (change: VersionChange) => Promise<NextInventory>;

/** From an inventory in memory, or from none. */
export const fromWhole =
  (base: Inventory | null): MakeInventory =>
  async (change) => {
    const { inventory, ...next } = await runInSlices(nextVersion(base, change));
    return { ...next, chunks: () => inventoryChunks(inventory) };
  };

/** From the root inventory with this ETag, which is read again and extended as a stream. */
export const fromOwn =
  (
    store: ByteStore,
    { bucket, root }: ObjectPlace,
    { own, etag, state }: { readonly own: OwnInventory; readonly etag: string; readonly state: GroupState },
  ): MakeInventory =>
  async (change) => {
    const before = (path: string): string | null =>
      path === STATE_PATH ? own.ownFile.sha256 : (state.binaries.get(path)?.sha256 ?? null);
    const { chunks, ...next } = await runInSlices(extendInventory(own, change, before));
    async function* read({ start, end }: ByteRange): AsyncGenerator<Buffer> {
      const range = { start, end: end - 1 };
      const { stream } = await store.get({ bucket, key: inventoryKey(root, null) }, { range, etag });
      for await (const chunk of stream) yield chunk as Buffer;
    }
    return { ...next, chunks: () => chunks(read) };
  };

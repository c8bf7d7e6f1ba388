import type { ByteStore } from '../bytes.js';
import { mediaTypeOf } from '../media-types/by-extension.js';
import { contentPathOf, versionOf, type Inventory } from '../ocfl/inventory/inventory.js';
import type { ObjectPlace } from '../ocfl/object-place.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced } from '../../flow/slices.js';
import type { BinaryRecord, GroupState } from './group-state.js';

/**
 * The same state, with what an inventory does not have of the files that other programs wrote: their sizes on the store,
 * and the content types of their extensions. Lists the object, where any size is missing. Rejects with ByteStoreFault.
 */
export const describeFiles = async (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  { inventory, version }: { readonly inventory: Inventory; readonly version: string },
  state: GroupState,
): Promise<GroupState> => {
  const undescribed = new Map<string, BinaryRecord>();
  await runInSlices(eachSliced(state.binaries, ([path, file]) => file.size === null && undescribed.set(path, file)));
  if (undescribed.size === 0) return state;
  const sizes = new Map<string, number>();
  for await (const { key, size } of store.list(bucket, `${root}/`)) sizes.set(key.slice(root.length + 1), size);
  const binaries = new Map(state.binaries);
  const describe = eachSliced(versionOf(inventory, version).state, ([digest, paths]) => {
    const size = sizes.get(contentPathOf(inventory.manifest, digest) ?? '') ?? null;
    for (const path of paths) {
      const file = undescribed.get(path);
      if (file !== undefined) binaries.set(path, { ...file, size, contentType: file.contentType ?? mediaTypeOf(path) });
    }
  });
  await runInSlices(describe);
  return { ...state, binaries };
};

import { ifThere, type ByteStore } from '../bytes.js';
import { readOwnInventory } from '../ocfl/inventory/own-inventory.js';
import { inventoryKey, sidecarKey, type ObjectPlace } from '../ocfl/object-place.js';
import { readRootInventory } from '../ocfl/inventory/read-inventory.js';
import { sidecarDigest } from '../ocfl/inventory/sidecar.js';
import { readWhole } from '../read-whole.js';
import { STATE_PATH } from './state-path.js';

/**
 * The name of the head version; null when there is no object. An inventory that this platform wrote is not kept in
 * memory whole. Rejects as `readRootInventory` does.
 */
export const readHead = async (store: ByteStore, place: ObjectPlace): Promise<string | null> => {
  const { bucket, root } = place;
  const found = await ifThere(async () => {
    const { stream } = await store.get({ bucket, key: inventoryKey(root, null) });
    return readOwnInventory(stream, STATE_PATH);
  });
  if (found === null) return null;
  const sidecar = await ifThere(() => readWhole(store, { bucket, key: sidecarKey(root, null) }));
  const agrees = sidecar !== null && sidecarDigest(sidecar.bytes.toString('utf8')) === found.sha256;
  if (agrees && found.own !== null) return found.own.head;
  return (await readRootInventory(store, place))?.inventory.head ?? null;
};

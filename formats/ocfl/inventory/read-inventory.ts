import { createHash } from 'node:crypto';
import { ByteStoreFault, ifThere, type ByteStore, type ObjectInfo } from '../../bytes.js';
import { hashedInto } from '../../digests/digested.js';
import { isUnchanged, readWhole } from '../../read-whole.js';
import { hashFor } from '../digest-algorithm.js';
import { isError } from '../finding.js';
import type { Inventory } from './inventory.js';
import { inventoryKey, sidecarKey } from '../object-place.js';
import type { ObjectPlace } from '../object-place.js';
import { OcflFault } from '../ocfl-fault.js';
import { parseInventoryChunks } from './parse-inventory.js';
import { sidecarDigest } from './sidecar.js';

export interface RootInventory {
  readonly inventory: Inventory;
  /** ETag of the root's inventory file, for its conditional replacement. */
  readonly etag: string;
}

/**
 * An object's newest inventory; null when there is no object. Root inventory and sidecar are two writes, and a reader
 * may come between them: it reads again once, then takes the head version's own pair. Rejects with OcflFault when no
 * inventory agrees with its sidecar or the inventory is invalid, and with ByteStoreFault.
 */
export const readRootInventory = async (store: ByteStore, place: ObjectPlace): Promise<RootInventory | null> => {
  const first = await readPair(store, place, null);
  if (first === null) return null;
  if (first.agrees && (await hasItsEtag(store, first))) return rootInventoryOf(first);
  const again = await readPair(store, place, null);
  if (again === null) return again;
  if (!(await hasItsEtag(store, again)))
    throw new ByteStoreFault('store-unavailable', `${inventoryKey(place.root, null)} changed while it was read`);
  if (again.agrees) return rootInventoryOf(again);
  return { inventory: await readVersionInventory(store, place, again.inventory.head), etag: again.etag };
};

const rootInventoryOf = ({ inventory, etag }: Pair): RootInventory => ({ inventory, etag });

const hasItsEtag = (store: ByteStore, { info, sha256 }: Pair): Promise<boolean> => isUnchanged(store, info, sha256);

/** The inventory in a version's own directory, which never changes once written. Rejects as `readRootInventory` does. */
export const readVersionInventory = async (
  store: ByteStore,
  place: ObjectPlace,
  version: string,
): Promise<Inventory> => {
  const inventory = await readVerified(store, place, version);
  if (inventory !== null) return inventory;
  throw new OcflFault('inventory-missing', `There is no inventory at ${inventoryKey(place.root, version)}.`);
};

/**
 * The inventory of one version's directory, or of the object root for null; null when there is none. Rejects with
 * OcflFault when it does not agree with its sidecar or is invalid, and with ByteStoreFault.
 */
export const readVerified = async (
  store: ByteStore,
  place: ObjectPlace,
  version: string | null,
): Promise<Inventory | null> => {
  const pair = await readPair(store, place, version);
  if (pair === null) return null;
  if (pair.agrees) return pair.inventory;
  const key = inventoryKey(place.root, version);
  throw new OcflFault('inventory-digest-mismatch', `${key} does not have the digest that its sidecar gives.`);
};

interface Pair extends RootInventory {
  /** Whether the inventory has the digest that its sidecar gives. */
  readonly agrees: boolean;
  readonly info: ObjectInfo;
  readonly sha256: string;
}

const readPair = async (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  version: string | null,
): Promise<Pair | null> => {
  const key = inventoryKey(root, version);
  const body = await ifThere(() => store.get({ bucket, key }));
  if (body === null) return null;
  const hash = createHash('sha256');
  const { inventory, findings } = await parseInventoryChunks(hashedInto(hash, body.stream));
  if (inventory === null) {
    const errors = findings.filter(isError).map(({ code, message }) => `${code} ${message}`);
    throw new OcflFault('inventory-invalid', `${key} is not a valid inventory: ${errors.slice(0, 3).join(' ')}`);
  }
  const sidecar = await ifThere(() =>
    readWhole(store, { bucket, key: sidecarKey(root, version, inventory.digestAlgorithm) }),
  );
  const expected = sidecar === null ? null : sidecarDigest(sidecar.bytes.toString('utf8'));
  const { info } = body;
  const { etag } = info;
  const sha256 = hash.digest('hex');
  const actual =
    inventory.digestAlgorithm === 'sha256'
      ? sha256
      : await digestBy(inventory.digestAlgorithm, (await store.get({ bucket, key }, { etag })).stream);
  return { inventory, etag, agrees: actual !== null && actual === expected, info, sha256 };
};

/** Null for an unknown algorithm. */
const digestBy = async (algorithm: string, chunks: AsyncIterable<Uint8Array>): Promise<string | null> => {
  const hash = hashFor(algorithm);
  for await (const chunk of chunks) hash?.update(chunk);
  return hash?.digest('hex') ?? null;
};

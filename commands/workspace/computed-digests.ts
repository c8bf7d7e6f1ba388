import { ifThere, conditionHeld, type ObjectAddress } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import { eachSliced, runInSlices, mapSliced } from '../../flow/slices.js';
import { workspaceFileAddress, type Store } from './change-token.js';
import type { ReadDigests, SeenObject } from './digest-reader.js';

/** Digests that the platform computed by reading an object; valid only for the object with this ETag and size. */
export interface ComputedDigest extends ReadDigests {
  /** Key of the object. */
  readonly key: string;
  readonly etag: string;
  readonly size: number;
}

/** How often to try when another process writes the file first. */
const ATTEMPTS = 5;

export const computedAddressOf = (store: Store, depositId: string): ObjectAddress =>
  workspaceFileAddress(store, `${depositId}.digests.ndjson`);

interface KeptDigests {
  readonly byKey: Map<string, ComputedDigest>;
  /** Of the file of digests; null without one. */
  readonly etag: string | null;
}

const findKept = async (store: Store, depositId: string): Promise<KeptDigests> => {
  const file = await ifThere(() => readWhole(store.bytes, computedAddressOf(store, depositId)));
  if (file === null) return { byKey: new Map(), etag: null };
  const byKey = new Map<string, ComputedDigest>();
  const readLines = eachSliced(file.bytes.toString().split('\n'), (line) => {
    const computed = JSON.parse(line) as ComputedDigest;
    byKey.set(computed.key, computed);
  });
  await runInSlices(readLines);
  return { byKey, etag: file.info.etag };
};

/** What was computed of each object before, by key; nothing for objects that were replaced since. */
export const computedOf = async (
  store: Store,
  depositId: string,
  objects: readonly SeenObject[],
): Promise<ReadonlyMap<string, ComputedDigest>> => {
  if (objects.length === 0) return new Map();
  const { byKey } = await findKept(store, depositId);
  const computed = new Map<string, ComputedDigest>();
  const findKnown = eachSliced(objects, ({ key, etag, size }) => {
    const known = byKey.get(key);
    if (known?.etag === etag && known.size === size) computed.set(key, known);
  });
  await runInSlices(findKnown);
  return computed;
};

/** Adds digests to the stored ones, for all gateways; gives up after some attempts. Rejects with ByteStoreFault. */
export const keepComputed = async (
  store: Store,
  depositId: string,
  found: readonly ComputedDigest[],
): Promise<void> => {
  if (found.length === 0) return;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { byKey, etag } = await findKept(store, depositId);
    await runInSlices(eachSliced(found, (each) => byKey.set(each.key, each)));
    const lines = await runInSlices(mapSliced(byKey.values(), (each) => JSON.stringify(each)));
    const body = Buffer.from(lines.join('\n'));
    const onlyIf = etag === null ? 'absent' : { etag };
    const at = computedAddressOf(store, depositId);
    if (await conditionHeld(store.bytes.put(at, body, { contentType: 'application/x-ndjson', onlyIf }))) return;
  }
};

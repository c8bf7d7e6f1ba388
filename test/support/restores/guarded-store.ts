import type { ObjectAddress } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { keepsKey, type Keys } from './named-keys.js';

export interface GuardedStore {
  readonly store: ObjectStore;
  /** Every key of the bucket that is guarded, with its bytes. */
  keys(): Promise<Keys>;
  /** What the store was asked to do and must never be. */
  readonly violations: readonly string[];
  /** How many keys were deleted, by bucket. */
  readonly deleted: ReadonlyMap<string, number>;
}

const ROOT_INVENTORY = /\/[0-9a-f]{64}\/inventory\.json$/;
const ROOT_SIDECAR = /\/[0-9a-f]{64}\/inventory\.json\.sha256$/;

const versionsOf = (bytes: Buffer): Readonly<Record<string, unknown>> | null => {
  try {
    return (JSON.parse(bytes.toString()) as { readonly versions: Readonly<Record<string, unknown>> }).versions;
  } catch {
    return null;
  }
};

/** Whether an inventory goes on with the history of another. */
const continues = (before: Buffer, after: Buffer): boolean => {
  const [old, now] = [versionsOf(before), versionsOf(after)];
  return (
    old !== null &&
    Object.entries(old).every(([name, version]) => JSON.stringify(now?.[name]) === JSON.stringify(version))
  );
};

/** Every object of a bucket. */
export const keysOf = async (store: ObjectStore, bucket: string): Promise<Map<string, Buffer>> => {
  const keys = new Map<string, Buffer>();
  for await (const { key } of store.list(bucket, '')) keys.set(key, (await readWhole(store, { bucket, key })).bytes);
  return keys;
};

/**
 * A store that watches over one bucket: nothing that an inventory names may be deleted or get other bytes, no inventory
 * of a version may change, and a root inventory only goes on with its history.
 */
export const guarded = (store: ObjectStore, bucket: string): GuardedStore => {
  const violations: string[] = [];
  const deleted = new Map<string, number>();
  const written = async <Answer>(at: ObjectAddress, write: () => Promise<Answer>): Promise<Answer> => {
    if (at.bucket !== bucket) return write();
    const before = await keysOf(store, bucket);
    const answer = await write();
    const [old, now] = [before.get(at.key), (await readWhole(store, at)).bytes];
    if (old !== undefined && !old.equals(now)) {
      if (ROOT_INVENTORY.test(at.key)) {
        if (!continues(old, now)) violations.push(`${at.key} does not go on with its history`);
      } else if (!ROOT_SIDECAR.test(at.key) && keepsKey(before)(at.key))
        violations.push(`${at.key} is named by an inventory and was written over`);
    }
    return answer;
  };
  return {
    violations,
    deleted,
    keys: () => keysOf(store, bucket),
    store: {
      ...store,
      put: (...args) => written(args[0], () => store.put(...args)),
      copy: (...args) => written(args[1], () => store.copy(...args)),
      async delete(from, keys) {
        const kept = from === bucket ? keepsKey(await keysOf(store, bucket)) : (): boolean => false;
        for (const key of keys) if (kept(key)) violations.push(`${key} is named by an inventory and was deleted`);
        deleted.set(from, (deleted.get(from) ?? 0) + keys.length);
        await store.delete(from, keys);
      },
    },
  };
};

import { ifThere, conditionHeld, type ObjectAddress } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import { runInSlices } from '../../../flow/run-in-slices.js';
import { eachSliced, mapSliced } from '../../../flow/slices.js';
import { workspaceFileAddress, type Store } from '../change-token.js';
import type { SeenObject } from './digest-reader.js';

/** A digest of an object; valid only for the object with this ETag and size. */
export interface KeptDigest {
  /** Key of the object. */
  readonly key: string;
  readonly etag: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** How often to try when another process writes the file first. */
const ATTEMPTS = 5;

interface FoundDigests<Digest> {
  readonly byKey: Map<string, Digest>;
  /** Of the file; null without one. */
  readonly etag: string | null;
}

/** A file of digests of the objects of a workspace, one for each deposit, for all gateways. Rejects with ByteStoreFault. */
export interface DigestFile<Digest> {
  /** The digest of each object, by key; nothing for objects that were replaced since. */
  readonly of: (
    store: Store,
    depositId: string,
    objects: readonly SeenObject[],
  ) => Promise<ReadonlyMap<string, Digest>>;
  /** Adds digests; false where other processes wrote the file first, again and again. */
  readonly keep: (store: Store, depositId: string, found: readonly Digest[]) => Promise<boolean>;
}

/** The files of one kind of digests; `ending` is that of their names. */
export const digestFile = <Digest extends KeptDigest>(ending: string): DigestFile<Digest> => {
  const addressOf = (store: Store, depositId: string): ObjectAddress =>
    workspaceFileAddress(store, `${depositId}.${ending}.ndjson`);
  const find = async (store: Store, depositId: string): Promise<FoundDigests<Digest>> => {
    const file = await ifThere(() => readWhole(store.bytes, addressOf(store, depositId)));
    if (file === null) return { byKey: new Map(), etag: null };
    const byKey = new Map<string, Digest>();
    const readLines = eachSliced(file.bytes.toString().split('\n'), (line) => {
      const digest = JSON.parse(line) as Digest;
      byKey.set(digest.key, digest);
    });
    await runInSlices(readLines);
    return { byKey, etag: file.info.etag };
  };
  return {
    async of(store, depositId, objects) {
      if (objects.length === 0) return new Map();
      const { byKey } = await find(store, depositId);
      const digests = new Map<string, Digest>();
      const findKnown = eachSliced(objects, ({ key, etag, size }) => {
        const known = byKey.get(key);
        if (known?.etag === etag && known.size === size) digests.set(key, known);
      });
      await runInSlices(findKnown);
      return digests;
    },
    async keep(store, depositId, found) {
      if (found.length === 0) return true;
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const { byKey, etag } = await find(store, depositId);
        await runInSlices(eachSliced(found, (each) => byKey.set(each.key, each)));
        const lines = await runInSlices(mapSliced(byKey.values(), (each) => JSON.stringify(each)));
        const body = Buffer.from(lines.join('\n'));
        const onlyIf = etag === null ? 'absent' : { etag };
        const at = addressOf(store, depositId);
        if (await conditionHeld(store.bytes.put(at, body, { contentType: 'application/x-ndjson', onlyIf })))
          return true;
      }
      return false;
    },
  };
};

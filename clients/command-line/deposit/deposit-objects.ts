import type { Readable } from 'node:stream';
import { patiently, type Patience } from '../../api/patience.js';

/** Where an object lies. */
export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
}

/** What is said of an object that is put. */
export interface ObjectDescription {
  readonly contentType?: string;
  /** User metadata, names in lower case. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Lower-case hex that the body must have, else nothing is stored. */
  readonly sha256?: string;
}

type ListedKey = Pick<ObjectAddress, 'key'>;

/**
 * The object store that holds deposits, as far as a client uses it. An error whose `transient` is true says that the same
 * call may succeed later. Bytes are put whole or as a stream of so many bytes; `list` runs in the order of the keys,
 * from after `after`.
 */
export interface DepositObjects {
  put(
    at: ObjectAddress,
    body: Uint8Array | { readonly stream: Readable; readonly size: number },
    description?: ObjectDescription,
  ): Promise<unknown>;
  /** SHA-256 in lower-case hex, null where the store knows none; null where there is no object. */
  head(at: ObjectAddress): Promise<{ readonly sha256: string | null } | null>;
  list(bucket: string, prefix: string, options?: { readonly after?: string }): AsyncIterable<ListedKey>;
}

/** A store whose calls are repeated for a minute while it is away; a listing goes on after the last key that came. */
export const patientObjects = (objects: DepositObjects, patience: Patience): DepositObjects => ({
  put: (at, body, description) =>
    body instanceof Uint8Array
      ? patiently(() => objects.put(at, body, description), patience)
      : objects.put(at, body, description), // a stream is gone once it was read
  head: (at) => patiently(() => objects.head(at), patience),
  list: (bucket, prefix, options) => listPatiently(objects, { bucket, prefix, ...options }, patience),
});

async function* listPatiently(
  objects: DepositObjects,
  { bucket, prefix, after: first }: { readonly bucket: string; readonly prefix: string; readonly after?: string },
  patience: Patience,
): AsyncGenerator<ListedKey> {
  let after = first;
  let listing: AsyncIterator<ListedKey> | null = null;
  const next = async (): Promise<IteratorResult<ListedKey>> => {
    listing ??= objects.list(bucket, prefix, after === undefined ? {} : { after })[Symbol.asyncIterator]();
    try {
      return await listing.next();
    } catch (error) {
      listing = null;
      throw error;
    }
  };
  for (let item = await patiently(next, patience); item.done !== true; item = await patiently(next, patience)) {
    after = item.value.key;
    yield item.value;
  }
}

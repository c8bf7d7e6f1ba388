import type { Readable } from 'node:stream';
import { withRetries, type RetryContext } from '../../api/with-retries.js';

export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
}

/** The properties of an object to put. */
export interface ObjectDescription {
  readonly contentType?: string;
  /** User metadata, names in lower case. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Lower-case hex that the body must have, else nothing is stored. */
  readonly sha256?: string;
}

interface ListedKey extends Pick<ObjectAddress, 'key'> {
  /** In bytes. */
  readonly size: number;
}

/**
 * The object store of deposits, as far as a client uses it. After an error whose `transient` is true the same call may
 * succeed later. `list` is in the order of the keys; `after` is exclusive.
 */
export interface DepositObjects {
  put(
    at: ObjectAddress,
    body: Uint8Array | { readonly stream: Readable; readonly size: number },
    description?: ObjectDescription,
  ): Promise<unknown>;
  /** SHA-256 in lower-case hex, null where the store has none; null where there is no object. */
  head(at: ObjectAddress): Promise<{ readonly sha256: string | null } | null>;
  list(bucket: string, prefix: string, options?: { readonly after?: string }): AsyncIterable<ListedKey>;
}

/** A store whose calls are retried for a minute; a listing continues after the last received key. */
export const retryingObjects = (objects: DepositObjects, retries: RetryContext): DepositObjects => ({
  put: (at, body, description) =>
    body instanceof Uint8Array
      ? withRetries(() => objects.put(at, body, description), retries)
      : objects.put(at, body, description), // a stream cannot be read twice
  head: (at) => withRetries(() => objects.head(at), retries),
  list: (bucket, prefix, options) => listWithRetries(objects, { bucket, prefix, ...options }, retries),
});

async function* listWithRetries(
  objects: DepositObjects,
  { bucket, prefix, after: first }: { readonly bucket: string; readonly prefix: string; readonly after?: string },
  retries: RetryContext,
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
  for (let item = await withRetries(next, retries); item.done !== true; item = await withRetries(next, retries)) {
    after = item.value.key;
    yield item.value;
  }
}

import type { ByteStore, ListedObject } from '../../../formats/bytes.js';
import { patiently, type Patience } from '../../api/patience.js';

type Objects = Pick<ByteStore, 'put' | 'head' | 'list'>;

/** A store whose calls are repeated for a minute while it is away; a listing goes on after the last key that came. */
export const patientObjects = (objects: Objects, patience: Patience): Objects => ({
  put: (at, body, options) =>
    body instanceof Uint8Array && options?.onlyIf === undefined
      ? patiently(() => objects.put(at, body, options), patience)
      : objects.put(at, body, options), // a stream is gone once it was read
  head: (at) => patiently(() => objects.head(at), patience),
  list: (bucket, prefix, options) => listPatiently(objects, { bucket, prefix, ...options }, patience),
});

async function* listPatiently(
  objects: Pick<ByteStore, 'list'>,
  { bucket, prefix, after: first }: { readonly bucket: string; readonly prefix: string; readonly after?: string },
  patience: Patience,
): AsyncGenerator<ListedObject> {
  let after = first;
  let listing: AsyncIterator<ListedObject> | null = null;
  const next = async (): Promise<IteratorResult<ListedObject>> => {
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

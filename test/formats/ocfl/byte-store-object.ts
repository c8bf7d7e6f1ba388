import type { ByteStore } from '../../../formats/bytes.js';
import type { ObjectPlace } from '../../../formats/ocfl/object-place.js';
import type { ObjectEntry, ObjectReader } from '../../../formats/ocfl/object-reader.js';

/** An object in a byte store; a key that ends in a slash counts as an empty folder. */
export const byteStoreObject = (store: ByteStore, { bucket, root }: ObjectPlace): ObjectReader => ({
  async *entries(): AsyncGenerator<ObjectEntry> {
    const prefix = `${root}/`;
    for await (const { key } of store.list(bucket, prefix)) {
      const path = key.slice(prefix.length);
      if (path.endsWith('/')) yield { path: path.slice(0, -1), kind: 'empty-folder' };
      else if (path !== '') yield { path, kind: 'file' };
    }
  },
  async *open(path) {
    const { stream } = await store.get({ bucket, key: `${root}/${path}` });
    for await (const chunk of stream) yield chunk as Buffer;
  },
});

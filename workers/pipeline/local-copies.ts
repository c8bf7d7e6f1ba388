import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ByteStore, ObjectAddress } from '../../formats/bytes.js';

/** Puts the bytes of objects on the local disk, where tools look at them. */
export interface LocalCopies {
  /** Whether every copy takes room on the disk; otherwise only that of a file which is in the repository does. */
  readonly takesRoom: boolean;
  /**
   * Makes `location`, which does not exist, a file with these bytes; it must not be written into. Rejects with
   * ByteStoreFault: `precondition-failed` or `object-not-found` where the object was replaced or deleted.
   */
  put(object: ObjectAddress & { readonly etag: string }, location: string, signal: AbortSignal): Promise<void>;
}

/** Copies that are read from any store. */
export const downloadedCopies = (bytes: Pick<ByteStore, 'get'>): LocalCopies => ({
  takesRoom: true,
  async put({ etag, ...at }, location, signal) {
    const { stream } = await bytes.get(at, { etag });
    await pipeline(stream, createWriteStream(location, { flags: 'wx', mode: 0o600 }), { signal });
  },
});

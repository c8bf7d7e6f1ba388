import { readFile } from 'node:fs/promises';
import { realRetryContext, withRetries } from '../../../clients/api/with-retries.js';
import { described, placeOf, type Uploader } from '../../../clients/command-line/deposit/upload-files.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import type { ByteStore } from '../../../formats/bytes.js';

const CONCURRENT_UPLOADS = 32;

/** Puts each file into an object store, as an S3 tool would; each is retried while the store is unavailable. */
export const uploadByPuts = (objects: Pick<ByteStore, 'put'>): Uploader => ({
  files: (deposit, uploads, advance) => {
    const { bucket, prefix } = placeOf(deposit);
    return forEachConcurrently(uploads, { width: CONCURRENT_UPLOADS }, async ({ file, path, sha256 }) => {
      const bytes = await readFile(file.location);
      const description = { ...described(file), sha256 };
      await withRetries(() => objects.put({ bucket, key: prefix + path }, bytes, description), realRetryContext());
      advance(1, file.size);
    });
  },
  folders: (deposit, paths) => {
    const { bucket, prefix } = placeOf(deposit);
    return forEachConcurrently(paths, { width: CONCURRENT_UPLOADS }, async (path) => {
      const to = { bucket, key: `${prefix}${path}/` };
      await withRetries(() => objects.put(to, new Uint8Array()), realRetryContext());
    });
  },
});

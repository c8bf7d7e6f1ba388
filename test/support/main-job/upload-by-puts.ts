import { readFile } from 'node:fs/promises';
import { realRetryContext, withRetries } from '../../../clients/api/with-retries.js';
import type { DepositObjects } from '../../../clients/command-line/deposit/deposit-objects.js';
import { described, type Uploader } from '../../../clients/command-line/deposit/upload-files.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';

const CONCURRENT_UPLOADS = 32;

/** Puts each file into an object store, as a client elsewhere would; each is retried while the store is unavailable. */
export const uploadByPuts =
  (objects: Pick<DepositObjects, 'put'>): Uploader =>
  (uploads, advance) =>
    forEachConcurrently(uploads, { width: CONCURRENT_UPLOADS }, async ({ file, to }) => {
      const bytes = await readFile(file.location);
      const description = { ...described(file), sha256: digestBytes(bytes).sha256 };
      await withRetries(() => objects.put(to, bytes, description), realRetryContext());
      advance(1, file.size);
    });

import type { BegunUpload, ByteStore } from './bytes.js';

/**
 * A byte store that can also delete; adapters implement this one. Only `commands/storage/removal.ts` uses it, with
 * rules for each kind of place; an import rule forbids it elsewhere. Rejects with ByteStoreFault only.
 *
 * - `delete` of an unknown key is not an error.
 * - `abortUploads` ends multipart uploads and deletes their parts; one that has ended already is not an error.
 */
export interface ObjectStore extends ByteStore {
  delete(bucket: string, keys: readonly string[]): Promise<void>;
  abortUploads(uploads: readonly BegunUpload[]): Promise<void>;
}

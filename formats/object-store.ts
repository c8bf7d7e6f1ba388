import type { BegunUpload, ByteStore } from './bytes.js';

/**
 * A byte store with all that adapters implement: it can also delete, and nothing brings back what is deleted. Only
 * `commands/removal` makes use of it, for each kind of place by the rules of that place; an import rule keeps all others
 * from it. Rejects with ByteStoreFault only.
 *
 * - `delete` of a key that is not there is no error.
 * - `abortUploads` ends multipart uploads and frees what has come of them; one that has ended meanwhile is no error.
 */
export interface ObjectStore extends ByteStore {
  delete(bucket: string, keys: readonly string[]): Promise<void>;
  abortUploads(uploads: readonly BegunUpload[]): Promise<void>;
}

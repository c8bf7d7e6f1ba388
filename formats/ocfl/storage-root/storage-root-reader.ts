import { ByteStoreFault, type ByteStore } from '../../bytes.js';
import { codeOf } from '../../../flow/error-code.js';
import { isFolderMarker } from '../../paths/folder-marker.js';

/** An entry below the storage root. */
export interface StorageRootEntry {
  readonly key: string;
  /** Anything that is neither a file nor a folder counts as a link. */
  readonly kind: 'file' | 'empty-folder' | 'link';
  /** In bytes; 0 for what is not a file. */
  readonly size: number;
}

/**
 * A key that the store lists but whose bytes it cannot give. Identified by its code, since adapters have their own
 * error classes.
 */
export interface KeyUnreadable extends Error {
  readonly code: 'key-unreadable';
}

export const isKeyUnreadable = (error: unknown): error is KeyUnreadable =>
  error instanceof Error && codeOf(error) === 'key-unreadable';

/**
 * Read-only access to the repository bucket. Rejects with KeyUnreadable where the bytes of one key are damaged or
 * access is denied, and with ByteStoreFault (`object-not-found` for an unknown or deleted key).
 */
export interface StorageRootReader {
  /** In the order of the keys' UTF-8 bytes; `prefix` is empty or ends in a slash. */
  list(prefix: string): AsyncIterable<StorageRootEntry>;
  open(key: string): AsyncIterable<Uint8Array>;
  /** The SHA-256 that the store records of a file, in lower-case hex; null where it has none. */
  storedSha256(key: string): Promise<string | null>;
}

/** Reads the storage root in a bucket of a byte store; a key that ends in a slash and has no bytes counts as an empty folder. */
export const byteStoreRootReader = (bytes: ByteStore, bucket: string): StorageRootReader => ({
  async *list(prefix) {
    for await (const { key, size } of bytes.list(bucket, prefix)) {
      if (!isFolderMarker(key, size)) yield { key, kind: 'file', size };
      else if (key !== prefix) yield { key: key.slice(0, -1), kind: 'empty-folder', size: 0 };
    }
  },
  async *open(key) {
    try {
      const { stream } = await bytes.get({ bucket, key });
      for await (const chunk of stream) yield chunk as Buffer;
    } catch (error) {
      if (!(error instanceof ByteStoreFault) || error.transient || error.code === 'object-not-found') throw error;
      throw Object.assign(new Error(error.message, { cause: error }), { code: 'key-unreadable' });
    }
  },
  async storedSha256(key) {
    const info = await bytes.head({ bucket, key });
    if (info === null) throw new ByteStoreFault('object-not-found', `there is no object ${bucket}/${key}`);
    return info.sha256;
  },
});

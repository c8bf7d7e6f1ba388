import { ByteStoreFault, type ByteStore } from '../../bytes.js';
import { codeOf } from '../../../flow/error-code.js';

/** Something below the storage root. */
export interface StorageRootEntry {
  readonly key: string;
  /** A link is whatever is neither a file nor a folder. */
  readonly kind: 'file' | 'empty-folder' | 'link';
  /** In bytes; 0 for what is not a file. */
  readonly size: number;
}

/** A key that the store lists but whose bytes it cannot give; told by its code: adapters bring their own errors. */
export interface KeyUnreadable extends Error {
  readonly code: 'key-unreadable';
}

export const isKeyUnreadable = (error: unknown): error is KeyUnreadable =>
  error instanceof Error && codeOf(error) === 'key-unreadable';

/**
 * What lies in the bucket of the repository, read only. Rejects with KeyUnreadable where the bytes of that one key are
 * damaged or withheld, and with ByteStoreFault: `object-not-found` for a key that is not there (any more).
 */
export interface StorageRootReader {
  /** In the order of the keys' UTF-8 bytes; `prefix` is empty or ends in a slash. */
  list(prefix: string): AsyncIterable<StorageRootEntry>;
  open(key: string): AsyncIterable<Uint8Array>;
  /** The SHA-256 that the store keeps of a file, as lower-case hex; null where it keeps none. */
  storedSha256(key: string): Promise<string | null>;
}

/** Reads the storage root in a bucket of a byte store; a key that ends in a slash counts as an empty folder. */
export const byteStoreRootReader = (bytes: ByteStore, bucket: string): StorageRootReader => ({
  async *list(prefix) {
    for await (const { key, size } of bytes.list(bucket, prefix)) {
      if (!key.endsWith('/')) yield { key, kind: 'file', size };
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

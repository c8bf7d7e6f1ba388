import type { Readable } from 'node:stream';

/** Where an object lies. Keys are any legal S3 key (1 to 1,024 bytes of UTF-8). */
export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
}

/** An object's bytes are pinned by their ETag: the store's own text, quotation marks included. */
export interface ObjectInfo extends ObjectAddress {
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
  /** As given at the upload; null when none was, or one that says nothing, as stores give of their own accord. */
  readonly contentType: string | null;
  /** User metadata, names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Lower-case hex; null where the store holds none that covers the whole object (never a composite of parts). */
  readonly sha256: string | null;
}

/** What a listing knows without asking for each object. */
export type ListedObject = Pick<ObjectInfo, 'bucket' | 'key' | 'size' | 'etag' | 'lastModified'>;

/** A multipart upload that was begun and neither completed nor ended. */
export interface BegunUpload extends ObjectAddress {
  /** As the store calls it. */
  readonly uploadId: string;
}

export interface PutOptions {
  readonly contentType?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Lower-case hex that the body must have, else `digest-mismatch` and nothing is stored. */
  readonly sha256?: string;
  /** Only over the object with this ETag, or only where there is none (`absent`); else `precondition-failed`. */
  readonly onlyIf?: { readonly etag: string } | 'absent';
}

export interface CopyOptions extends Pick<PutOptions, 'contentType' | 'metadata'> {
  /** Told now and then while the bytes of a large object are copied, or read for their digest. Must not throw. */
  readonly onMoved?: (() => void) | undefined;
}

/** What was stored, as the store itself computed it from the bytes it holds. */
export interface Stored {
  readonly etag: string;
  readonly sha256: string;
  readonly size: number;
}

export interface Body {
  readonly info: ObjectInfo;
  readonly stream: Readable;
}

export type ByteStoreFaultCode =
  | 'object-not-found'
  | 'bucket-not-found'
  | 'precondition-failed'
  | 'digest-mismatch'
  | 'key-refused' // the store cannot hold an object under this key
  | 'range-unsatisfiable'
  | 'store-full'
  | 'store-denied'
  | 'outcome-unknown' // a write may or may not have been applied: look before repeating a conditional one
  | 'store-unavailable';

export class ByteStoreFault extends Error {
  override name = 'ByteStoreFault';
  readonly code: ByteStoreFaultCode;
  /** Whether the same call may succeed later. */
  readonly transient: boolean;
  constructor(code: ByteStoreFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.transient = code === 'outcome-unknown' || code === 'store-unavailable';
  }
}

/**
 * Objects in buckets, as S3 has them and no kinder. An acknowledged write is durable; a failed one left nothing that
 * anyone can see. Bodies stream: no operation holds an object in memory. Rejects with ByteStoreFault only.
 *
 * - `put` of rivals under the same condition lets exactly one win, where the store keeps conditions. `size` must be
 *   given for a stream.
 * - `copy` moves no bytes through this process where the store can do it; the SHA-256 in its answer was computed by
 *   the store from the copy. Content type and metadata come along unless given. `from.etag` pins the source: another
 *   ETag gives `precondition-failed`. `from.size` beside it, as the caller has seen it, spares another look. The copy is
 *   a file of its own, never a link.
 * - `get` may give bytes of one version with the ETag of the next, on a store whose reads race its writes: what relies on
 *   both is read by `readWhole`.
 * - `list` runs in the order of the keys' UTF-8 bytes, from after `after` (exclusive).
 * - `listFolders` gives the names that stand between a prefix, which ends in a slash, and the next slash of a key, each
 *   once and in the order of the keys. It costs by the number of those names, not by that of the keys.
 * - Where keys are file paths, one with an empty segment, `.`, `..` or a segment over 255 bytes is `key-refused` and
 *   never found. So is a second key of two that stand above one another (`a`, `a/b`), or the store holds both and a
 *   listing leaves out the lower.
 * - `listUploads` tells the multipart uploads of keys below a prefix.
 *
 * Nothing can be deleted by it: that is the `ObjectStore`'s, which few may know.
 */
export interface ByteStore {
  /** False for a store that ignores conditions: each is looked at before the put, and two rivals at once may both win. */
  readonly keepsConditions: boolean;
  put(
    at: ObjectAddress,
    body: Uint8Array | { readonly stream: Readable; readonly size: number },
    options?: PutOptions,
  ): Promise<Stored>;
  head(at: ObjectAddress): Promise<ObjectInfo | null>;
  /** `range` is inclusive, in bytes. Rejects with `object-not-found`, `range-unsatisfiable` or `precondition-failed`. */
  get(
    at: ObjectAddress,
    options?: { readonly range?: { readonly start: number; readonly end?: number }; readonly etag?: string },
  ): Promise<Body>;
  copy(
    from: ObjectAddress & { readonly etag?: string; readonly size?: number },
    to: ObjectAddress,
    options?: CopyOptions,
  ): Promise<Stored>;
  list(bucket: string, prefix: string, options?: { readonly after?: string }): AsyncIterable<ListedObject>;
  listFolders(bucket: string, prefix: string): AsyncIterable<string>;
  listUploads(bucket: string, prefix: string): Promise<readonly BegunUpload[]>;
}

/** Null where an object that is read is not there. */
export const ifThere = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ByteStoreFault && error.code === 'object-not-found') return null;
    throw error;
  }
};

/** Whether a conditional write was made; a condition that does not hold is an answer and no fault. */
export const conditionHeld = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ByteStoreFault && error.code === 'precondition-failed') return false;
    throw error;
  }
};

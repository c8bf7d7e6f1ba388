import type { Readable } from 'node:stream';
import { faultClass } from '../flow/fault.js';

/** Where an object lies. Keys are any legal S3 key (1 to 1,024 bytes of UTF-8). */
export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
}

/** An object; its ETag, which identifies one version of the bytes, is the store's own text with its quotation marks. */
export interface ObjectInfo extends ObjectAddress {
  readonly size: number;
  readonly etag: string;
  readonly lastModified: Date;
  /** As given at the upload; null when none was given, or only a generic one such as stores add by default. */
  readonly contentType: string | null;
  /** User metadata, names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Lower-case hex; null where the store has none over the whole object (never a composite of parts). */
  readonly sha256: string | null;
}

/** What a listing gives without a request for each object. */
export type ListedObject = Pick<ObjectInfo, 'bucket' | 'key' | 'size' | 'etag' | 'lastModified'>;

/** A multipart upload that was begun and neither completed nor ended. */
export interface BegunUpload extends ObjectAddress {
  /** The store's own id of the upload. */
  readonly uploadId: string;
}

export interface StreamedBody {
  readonly stream: Readable;
  /** In bytes. */
  readonly size: number;
}

export type PutBody = Uint8Array | StreamedBody;

export interface PutOptions {
  readonly contentType?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Lower-case hex that the body must have, else `digest-mismatch` and nothing is stored. */
  readonly sha256?: string;
  /** Only over the object with this ETag, or only where there is none (`absent`); else `precondition-failed`. */
  readonly onlyIf?: { readonly etag: string } | 'absent';
}

export interface CopyOptions extends Pick<PutOptions, 'contentType' | 'metadata' | 'onlyIf'> {
  /**
   * Told now and then how many more bytes of a large object were copied, or read for their digest, so that it may be told
   * of more than the object has. Must not throw.
   */
  readonly onMoved?: ((bytes: number) => void) | undefined;
}

/** What was stored, as the store itself computed it from the bytes it holds. */
export interface PutResult {
  readonly etag: string;
  readonly sha256: string;
  readonly size: number;
}

export interface GetOptions {
  /** Inclusive, in bytes. */
  readonly range?: { readonly start: number; readonly end?: number };
  readonly etag?: string;
  /**
   * Whether the caller compares the SHA-256 of all bytes itself, so that the client of a store need not: for a large
   * object that costs as much as all else of reading it.
   */
  readonly isCompared?: boolean;
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

export class ByteStoreFault extends faultClass<ByteStoreFaultCode>('ByteStoreFault', [
  'outcome-unknown',
  'store-unavailable',
]) {}

/**
 * Objects in buckets, with the rules of S3. An acknowledged write is durable; a failed one leaves nothing visible.
 * Bodies stream: no operation holds an object in memory. Rejects with ByteStoreFault only.
 *
 * - Of several concurrent `put`s under the same condition exactly one succeeds, where the store keeps conditions.
 * - `copy` moves no bytes through this process where the store can do it; the SHA-256 in its answer was computed by the
 *   store from the copy. Content type and metadata come along unless given. `from.etag` pins the source: another ETag
 *   gives `precondition-failed`. `from.size`, as the caller has seen it, saves a request. Later writes to either
 *   change nothing in the other.
 * - The condition of a `copy` concerns its destination, and is checked as that of a `put` on the embedded store and on an
 *   S3 store that was found to keep conditions of copies. Many S3 stores do not, also such as keep those of puts: there
 *   the destination is looked at before the copy, which overwrites what appears between the two.
 * - `get` may give bytes of one version with the ETag of the next, on a store whose reads race its writes: use
 *   `readWhole` where both must match.
 * - `list` runs in the order of the keys' UTF-8 bytes, from after `after` (exclusive).
 * - `listFolders` gives the names between a prefix, which ends in a slash, and the next slash of a key, each once and
 *   in the order of the keys; only those that `isWanted` takes, where it is given. Its cost grows with the number of names,
 *   not of keys, and on a store of plain files with that of the wanted names.
 * - Where keys are file paths, one with an empty segment, `.`, `..` or a segment over 255 bytes is `key-refused` and
 *   never found. So is the second of two keys of which one would be a folder of the other (`a`, `a/b`), or the store
 *   holds both and a listing leaves out the lower.
 * - `listUploads` lists the unfinished multipart uploads of keys below a prefix.
 *
 * It cannot delete; `ObjectStore` can.
 */
export interface ByteStore {
  /**
   * False for a store that ignores conditions of puts: they are then checked before the put, and of two concurrent puts
   * both may succeed.
   */
  readonly keepsConditions: boolean;
  put(at: ObjectAddress, body: PutBody, options?: PutOptions): Promise<PutResult>;
  head(at: ObjectAddress): Promise<ObjectInfo | null>;
  /** Rejects with `object-not-found`, `range-unsatisfiable` or `precondition-failed`. */
  get(at: ObjectAddress, options?: GetOptions): Promise<Body>;
  copy(
    from: ObjectAddress & { readonly etag?: string; readonly size?: number },
    to: ObjectAddress,
    options?: CopyOptions,
  ): Promise<PutResult>;
  list(bucket: string, prefix: string, options?: { readonly after?: string }): AsyncIterable<ListedObject>;
  listFolders(bucket: string, prefix: string, isWanted?: (name: string) => boolean): AsyncIterable<string>;
  listUploads(bucket: string, prefix: string): Promise<readonly BegunUpload[]>;
}

export const isStreamed = (body: PutBody): body is StreamedBody => !(body instanceof Uint8Array) && 'stream' in body;

/** In bytes. */
export const sizeOf = (body: PutBody): number => (isStreamed(body) ? body.size : body.length);

/** Calls `read`; null where it rejects with `object-not-found`. */
export const ifThere = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ByteStoreFault && error.code === 'object-not-found') return null;
    throw error;
  }
};

/** Whether a request failed because the object was replaced or deleted since it was seen. */
export const isReplaced = (error: unknown): boolean =>
  error instanceof ByteStoreFault && ['precondition-failed', 'object-not-found'].includes(error.code);

/** Whether a conditional write was made: false where it rejects with `precondition-failed`. */
export const conditionHeld = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ByteStoreFault && error.code === 'precondition-failed') return false;
    throw error;
  }
};

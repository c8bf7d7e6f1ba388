import { createHash, type Hash } from 'node:crypto';
import { ByteStoreFault, type Body, type ByteStore, type ObjectAddress, type ObjectInfo } from './bytes.js';

/** Most reads until the store's answers must be consistent. */
const TRIES = 5;

/** An object that was read: its bytes and the store's record of them. */
export interface WholeObject {
  readonly info: ObjectInfo;
  readonly bytes: Buffer;
}

export interface Digests {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Null where the ETag is none. */
  readonly md5: string | null;
}

const inconsistentReads = ({ bucket, key }: ObjectAddress, cause: unknown): ByteStoreFault => {
  const message = `the store gave inconsistent answers for ${bucket}/${key} in ${TRIES} reads`;
  return new ByteStoreFault('store-unavailable', message, cause === undefined ? {} : { cause });
};

/** Repeats `read`, which may reject with BodyInterrupted, until its answer is not null. Rejects with `store-unavailable` after too many tries. */
export const readUntilConsistent = async <T>(at: ObjectAddress, read: () => Promise<T | null>): Promise<T> => {
  let cause: unknown;
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      const found = await read();
      if (found !== null) return found;
    } catch (error) {
      if (!(error instanceof BodyInterrupted)) throw error;
      cause = error.cause;
    }
  }
  throw inconsistentReads(at, cause);
};

/** A body ended early, or its bytes do not match the checksum that the store gave with them. */
export class BodyInterrupted extends Error {}

const gather = async ({ info, stream }: Body): Promise<{ bytes: Buffer; digests: Digests }> => {
  const bytes = Buffer.allocUnsafeSlow(info.size);
  const read = readDigesting({ info, stream });
  let at = 0;
  let next = await read.next();
  for (; next.done !== true; next = await read.next()) {
    if (at < bytes.length) next.value.copy(bytes, at);
    at += next.value.length;
  }
  return { bytes, digests: next.value };
};

/**
 * Passes bytes on, into another hash too where one is given, and gives their digests at the end. Rejects with
 * BodyInterrupted where they end early.
 */
export async function* readDigesting(
  { info, stream }: Body,
  other: Hash | null = null,
): AsyncGenerator<Buffer, Digests, undefined> {
  const sha256 = createHash('sha256');
  const md5 = MAYBE_MD5.test(info.etag) ? createHash('md5') : null;
  let size = 0;
  try {
    for await (const chunk of stream) {
      const piece = chunk as Buffer;
      size += piece.length;
      sha256.update(piece);
      md5?.update(piece);
      other?.update(piece);
      yield piece;
    }
  } catch (error) {
    if (error instanceof ByteStoreFault && error.transient) throw new BodyInterrupted('', { cause: error });
    throw error;
  }
  return { size, sha256: sha256.digest('hex'), md5: md5?.digest('hex') ?? null };
}

const MAYBE_MD5 = /^"[0-9a-f]{32}"$/;

/**
 * Whether the store's record of an object is unchanged since its bytes, with this SHA-256, were read. Needed where the
 * ETag is used afterwards: a store may give bytes of one version with the ETag of the next.
 */
export const isUnchanged = async (
  store: Pick<ByteStore, 'head'>,
  { bucket, key, etag, size, sha256: recorded }: ObjectInfo,
  sha256: string,
): Promise<boolean> => {
  if (recorded !== null && recorded !== sha256) return false;
  const now = await store.head({ bucket, key });
  return now?.etag === etag && now.size === size && (now.sha256 ?? sha256) === sha256;
};

/** The previous read, with which the next is compared where a store has no checksum. */
export interface Candidate {
  readonly etag: string;
  readonly sha256: string;
}

/** Whether bytes match the store's record; where the record cannot prove that, two consecutive reads must agree. */
export const isConsistent = async (
  store: ByteStore,
  info: ObjectInfo,
  { size, sha256, md5 }: Digests,
  before: Candidate | null,
): Promise<boolean> => {
  if (size !== info.size || (info.sha256 !== null && info.sha256 !== sha256)) return false;
  // An ETag that is the MD5 of the bytes proves that they match.
  if (md5 !== null && info.etag === `"${md5}"`) return true;
  if (!(await isUnchanged(store, info, sha256))) return false;
  return info.sha256 !== null || (before?.etag === info.etag && before.sha256 === sha256);
};

/**
 * Reads a small object into memory (METS, sidecars), or only the version with this ETag. The bytes match the length,
 * checksum and ETag in `info`; they are read again where they do not, as on a store whose reads race its writes.
 * Rejects as `get`, and with `store-unavailable` when they never match.
 */
export const readWhole = (
  store: ByteStore,
  at: ObjectAddress,
  options: { readonly etag?: string } = {},
): Promise<WholeObject> => {
  let before: Candidate | null = null;
  return readUntilConsistent(at, async () => {
    const body = await store.get(at, { ...options, isCompared: true });
    const { info } = body;
    const { bytes, digests } = await gather(body);
    if (await isConsistent(store, info, digests, before)) return { info, bytes };
    before = { etag: info.etag, sha256: digests.sha256 };
    return null;
  });
};

/**
 * Reads an object of any size as a stream; as with `readWhole`, `info` matches the bytes that were read. `read` takes
 * the bytes and gives their SHA-256; it may be called again.
 */
export const readThrough = <T extends { readonly sha256: string }>(
  store: ByteStore,
  at: ObjectAddress,
  read: (stream: Body['stream']) => Promise<T>,
): Promise<{ readonly info: ObjectInfo; readonly found: T }> =>
  readUntilConsistent(at, async () => {
    const { info, stream } = await store.get(at, { isCompared: true });
    const found = await read(stream);
    return (await isUnchanged(store, info, found.sha256)) ? { info, found } : null;
  });

/**
 * The store's record of an object, read until two consecutive answers are equal; null when the object is gone. ETag,
 * length and checksum then match one another, though no bytes were read. Rejects as `readWhole`.
 */
export const stableInfo = async (store: Pick<ByteStore, 'head'>, first: ObjectInfo): Promise<ObjectInfo | null> => {
  const { bucket, key } = first;
  let before = first;
  for (let tries = 1; tries <= TRIES; tries++) {
    const now = await store.head({ bucket, key });
    if (now === null) return null;
    if (now.etag === before.etag && now.size === before.size && now.sha256 === before.sha256) return now;
    before = now;
  }
  throw inconsistentReads(first, undefined);
};

import { createHash } from 'node:crypto';
import { ByteStoreFault, type Body, type ByteStore, type ObjectAddress, type ObjectInfo } from './bytes.js';

/** How often a store is asked for what belongs together, before it is at fault. */
const TRIES = 5;

/** An object as it was read: bytes and what the store tells of them. */
export interface WholeObject {
  readonly info: ObjectInfo;
  readonly bytes: Buffer;
}

interface Digests {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly md5: string;
}

const notTogether = ({ bucket, key }: ObjectAddress, cause: unknown): ByteStoreFault => {
  const message = `the store told ${TRIES} times of ${bucket}/${key} what does not belong together`;
  return new ByteStoreFault('store-unavailable', message, cause === undefined ? {} : { cause });
};

/** What `read` gives, tried again while that is null; `store-unavailable` when it remains so. */
const together = async <T>(at: ObjectAddress, read: () => Promise<T | null>): Promise<T> => {
  let cause: unknown;
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      const found = await read();
      if (found !== null) return found;
    } catch (error) {
      if (!(error instanceof BrokenOff)) throw error;
      cause = error.cause;
    }
  }
  throw notTogether(at, cause);
};

/** A body that did not come to its end: also what a client says of bytes that are not those of the checksum told. */
class BrokenOff extends Error {}

const gather = async ({ info, stream }: Body): Promise<{ bytes: Buffer; digests: Digests }> => {
  const bytes = Buffer.allocUnsafeSlow(info.size);
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const piece = chunk as Buffer;
      if (size < bytes.length) piece.copy(bytes, size);
      size += piece.length;
      sha256.update(piece);
      md5.update(piece);
    }
  } catch (error) {
    if (error instanceof ByteStoreFault && error.transient) throw new BrokenOff('', { cause: error });
    throw error;
  }
  return { bytes, digests: { size, sha256: sha256.digest('hex'), md5: md5.digest('hex') } };
};

/**
 * Whether a store still tells of an object what it told with its bytes, whose SHA-256 this is. To be asked where their
 * entity tag is to be relied upon: a store may have given bytes of one version with the tag of the next.
 */
export const isStillSo = async (
  store: Pick<ByteStore, 'head'>,
  { bucket, key, etag, size, sha256: told }: ObjectInfo,
  sha256: string,
): Promise<boolean> => {
  if (told !== null && told !== sha256) return false;
  const now = await store.head({ bucket, key });
  return now?.etag === etag && now.size === size && (now.sha256 ?? sha256) === sha256;
};

/** What a read has to be held against, where a store keeps no checksum: the one before it. */
interface Candidate {
  readonly etag: string;
  readonly sha256: string;
}

/** Whether bytes are those that the store tells of; where nothing of it proves that, two reads have to agree. */
const belongTogether = async (
  store: ByteStore,
  info: ObjectInfo,
  { size, sha256, md5 }: Digests,
  before: Candidate | null,
): Promise<boolean> => {
  if (size !== info.size || (info.sha256 !== null && info.sha256 !== sha256)) return false;
  // Only a tag that is the digest of the bytes says by itself that they are its own.
  if (info.etag === `"${md5}"`) return true;
  if (!(await isStillSo(store, info, sha256))) return false;
  return info.sha256 !== null || (before?.etag === info.etag && before.sha256 === sha256);
};

/**
 * Reads a small object whole, or the one with this ETag alone; only for what is known to be small (METS, sidecars). What
 * it gives belongs together: the bytes have the length, the checksum and the entity tag that the store tells, and are
 * read again where they do not, as on a store whose reads race its writes. Rejects as `get`, and with `store-unavailable`
 * when they never do.
 */
export const readWhole = (
  store: ByteStore,
  at: ObjectAddress,
  options: { readonly etag?: string } = {},
): Promise<WholeObject> => {
  let before: Candidate | null = null;
  return together(at, async () => {
    const body = await store.get(at, options);
    const { info } = body;
    const { bytes, digests } = await gather(body);
    if (await belongTogether(store, info, digests, before)) return { info, bytes };
    before = { etag: info.etag, sha256: digests.sha256 };
    return null;
  });
};

/**
 * Reads an object through, which may be large; as `readWhole`, what is told of it belongs to the bytes that were read.
 * `read` takes the bytes and tells their SHA-256; it may be called again.
 */
export const readThrough = <T extends { readonly sha256: string }>(
  store: ByteStore,
  at: ObjectAddress,
  read: (stream: Body['stream']) => Promise<T>,
): Promise<{ readonly info: ObjectInfo; readonly found: T }> =>
  together(at, async () => {
    const { info, stream } = await store.get(at);
    const found = await read(stream);
    return (await isStillSo(store, info, found.sha256)) ? { info, found } : null;
  });

/**
 * What a store tells of an object where it tells it twice, `told` being the first time; null when there is none any more.
 * Entity tag, length and checksum then belong together, though no bytes were read. Rejects as `readWhole`.
 */
export const stableInfo = async (store: Pick<ByteStore, 'head'>, told: ObjectInfo): Promise<ObjectInfo | null> => {
  const { bucket, key } = told;
  let before = told;
  for (let tries = 1; tries <= TRIES; tries++) {
    const now = await store.head({ bucket, key });
    if (now === null) return null;
    if (now.etag === before.etag && now.size === before.size && now.sha256 === before.sha256) return now;
    before = now;
  }
  throw notTogether(told, undefined);
};
